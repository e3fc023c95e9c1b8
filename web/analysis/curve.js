// The geometry of the graph over a game, apart from any drawing: the chance of White after each move, from below. A
// position of which nothing is known is a gap in the line.

/** Distances between numbers along the axis, from fine to coarse, in moves of both sides together, as the list of moves counts them. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const TICKS = 9;

/** @param {Frame} frame @param {number} index @param {number} last index of the last position */
export const xOf = ({ left, right }, index, last) => last === 0 ? (left + right) / 2 : left + ((right - left) * index) / last;

/** @param {Frame} frame @param {number} white */
export const yOf = ({ top, bottom }, white) => bottom - (bottom - top) * white;

/** The runs of samples that are known, as points. @param {Frame} frame @param {{white: number | null}[]} samples */
export function runs(frame, samples) {
  /** @type {Point[][]} */
  const all = [];
  let open = false;
  samples.forEach(({ white }, index) => {
    if (white === null) {
      open = false;
      return;
    }
    if (!open) all.push([]);
    open = true;
    all.at(-1)?.push({ x: xOf(frame, index, samples.length - 1), y: yOf(frame, white) });
  });
  return all;
}

/** Numbers of moves along the axis, and the positions after them. @param {number} last */
export function moveNumbers(last) {
  const moves = Math.floor(last / 2);
  const step = STEPS.find((one) => moves / one <= TICKS) ?? 200;
  return Array.from({ length: Math.floor(moves / step) + 1 }, (_, i) => ({ number: i * step, index: 2 * i * step }));
}

/** @param {Frame} frame @param {number} x @param {number} last */
export function nearest({ left, right }, x, last) {
  const share = (x - left) / (right - left);
  return Math.min(last, Math.max(0, Math.round(share * last)));
}
