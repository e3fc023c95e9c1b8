// The geometry of the graph over a game, apart from any drawing: the chance of White after each move, from below. A
// position of which nothing is known is a gap in the line.

/** Distances between numbers along the axis, from fine to coarse, in moves of both sides together, as the list of moves counts them. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
/** Most numbers along the axis. */
const TICKS = 9;

/** @param {Frame} frame @param {number} index @param {number} last index of the last position */
export function xOf({ left, right }, index, last) {
  return last === 0 ? (left + right) / 2 : left + ((right - left) * index) / last;
}

/** @param {Frame} frame @param {number} white */
export function yOf({ top, bottom }, white) {
  return bottom - (bottom - top) * white;
}

/**
 * The runs of samples that are known, as points.
 * @param {Frame} frame
 * @param {{white: number | null}[]} samples
 * @returns {{x: number, y: number}[][]}
 */
export function runs(frame, samples) {
  /** @type {{x: number, y: number}[][]} */
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

/**
 * Numbers of moves along the axis, and the positions after them.
 * @param {number} last
 * @returns {{number: number, index: number}[]}
 */
export function moveNumbers(last) {
  const moves = Math.floor(last / 2);
  const step = STEPS.find((one) => moves / one <= TICKS) ?? 200;
  return Array.from({ length: Math.floor(moves / step) + 1 }, (_, i) => ({ number: i * step, index: 2 * i * step }));
}

/**
 * The position nearest to a place along the axis.
 * @param {Frame} frame
 * @param {number} x
 * @param {number} last
 */
export function nearest({ left, right }, x, last) {
  const share = (x - left) / (right - left);
  return Math.min(last, Math.max(0, Math.round(share * last)));
}
