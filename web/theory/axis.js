// Which numbers stand along an axis: the multiples of the finest step whose texts stand well apart, and the one number
// that is always there, whatever has to give way. Steps are halves of 1, as the numbers of games have them, and above
// 1 as people count.

import { multiple, toNumber } from './dyadic.js';

/** Least distance between two numbers of the same step; the mark may come closer to its neighbours. */
const AIR = 20;

/** Finest part of 1 that is ever drawn, as a power of 1/2. */
const FINEST = 12;

/** @param {Axis} axis */
export function ticks({ low, high, scale, mark, room }) {
  const marked = { text: mark, at: toNumber(mark), isMarked: true };
  const isClear = (/** @type {Tick} */ tick) =>
    Math.abs(tick.at - marked.at) * scale >= (room(tick.text) + room(mark)) / 2;
  for (const step of steps()) {
    if (step * scale < AIR) continue;
    const numbers = multiples(low, high, step);
    const widest = Math.max(0, ...numbers.map((tick) => room(tick.text)));
    if (widest + AIR > step * scale) continue;
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
