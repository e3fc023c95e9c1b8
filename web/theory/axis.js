// Selects the numbers on an axis: multiples of the finest step whose texts do not crowd, and one marked number that
// replaces its neighbours. Steps are powers of 1/2 below 1, and 1, 2, 5, 10, ... above.

import { multiple, toNumber } from './dyadic.js';

/** Minimum space between two numbers; the mark may be closer to its neighbours. */
const GAP = 20;

/** Exponent of the finest step, as a power of 1/2. */
const FINEST = 12;

/** @param {Axis} axis */
export function ticks({ low, high, scale, mark, space }) {
  const marked = { text: mark, at: toNumber(mark), isMarked: true };
  const isClear = (/** @type {Tick} */ tick) =>
    Math.abs(tick.at - marked.at) * scale >= (space(tick.text) + space(mark)) / 2;
  for (const step of steps()) {
    if (step * scale < GAP) continue;
    const numbers = multiples(low, high, step);
    const widest = Math.max(0, ...numbers.map((tick) => space(tick.text)));
    if (widest + GAP > step * scale) continue;
    return [...numbers.filter(isClear), marked].sort((a, b) => a.at - b.at);
  }
  return [marked];
}

/** @param {number} low @param {number} high @param {number} step */
function multiples(low, high, step) {
  const numbers = [];
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) {
    numbers.push({ text: multiple(count, step), at: count * step, isMarked: false });
  }
  return numbers;
}

function* steps() {
  for (let exponent = FINEST; exponent > 0; exponent -= 1) yield 2 ** -exponent;
  for (let ten = 1; ten <= 1e6; ten *= 10) yield* [ten, 2 * ten, 5 * ten];
}
