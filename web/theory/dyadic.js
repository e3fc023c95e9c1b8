// Dyadic numbers as in the reports: `3`, `-11/4`. The page displays their text as received; floats only place them on
// an axis.

/** @param {string} text */
export function toNumber(text) {
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

/** Replaces the hyphen by a minus sign. @param {string} text */
export const withMinus = (text) => text.replaceAll('-', '−');

/**
 * The text of `count * step`; `step` is a power of two or an integer.
 * @param {number} count @param {number} step
 */
export function multiple(count, step) {
  let [above, below] = step < 1 ? [count, Math.round(1 / step)] : [count * step, 1];
  while (below > 1 && above % 2 === 0) [above, below] = [above / 2, below / 2];
  return below === 1 ? String(above) : `${above}/${below}`;
}
