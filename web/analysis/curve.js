// Geometry of the game graph. A position without a known chance is a gap in the curve.

/** Steps between move numbers on the axis; a move counts both sides, as in the list of moves. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const TICKS = 9;

/** @param {Frame} frame @param {number} index @param {number} last index of the last position */
export const xOf = ({ left, right }, index, last) => last === 0 ? (left + right) / 2 : left + ((right - left) * index) / last;

/** @param {Frame} frame @param {number} white */
export const yOf = ({ top, bottom }, white) => bottom - (bottom - top) * white;

/** Runs of known samples, as points. @param {Frame} frame @param {{white: number | null}[]} samples */
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

/** Move numbers on the axis, with the index of their position. @param {number} last */
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
