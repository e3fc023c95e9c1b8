// Dyadic numbers as the reports write them: `3`, `-11/4`.
//
// The page never calculates with values of games: it places them on an axis and writes them as they came. So a number
// is its text for reading and a float for placing, and the only texts that are made here are those of an axis.

/** @param {string} text */
export function toNumber(text) {
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

/** A number as people write it, with a true minus sign. @param {string} text */
export const withMinus = (text) => text.replaceAll('-', '−');

/**
 * The text of `count` times `step`, where a step is a power of two or a whole number.
 * @param {number} count @param {number} step
 */
export function multiple(count, step) {
  let [above, below] = step < 1 ? [count, Math.round(1 / step)] : [count * step, 1];
  while (below > 1 && above % 2 === 0) [above, below] = [above / 2, below / 2];
  return below === 1 ? String(above) : `${above}/${below}`;
}
