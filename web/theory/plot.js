// The geometry of a thermograph, apart from any drawing.
//
// Temperature goes up, and what is better for Black, who is Left, lies to the left: larger values are further left, as
// in the books. Both axes have the same scale, so that walls lean at 45 degrees; only walls so close together that
// they would be one line are drawn further apart. The origin is the foot of the mast at temperature -1, x to the
// right and y down.

import { ticks } from './axis.js';
import { toNumber, withMinus } from './dyadic.js';
import { extent, place, top as topOf } from './labels.js';

/** Heights that are tried, from temperature -1 to the top of the mast, until the plot is narrow enough. */
const HEIGHTS = /** @type {const} */ ([250, 225, 200, 180, 160, 140]);
/** Length of the mast as a share of what is below it. */
const MAST = 0.28;
/** Least distance between the feet of two walls. */
const LEAST_SPREAD = 60;
/** Room beside the outermost text. */
const PADDING = 12;
/** Sizes of text, and the mean width of a character in ems, generously. */
export const LABEL_SIZE = 13;
export const TICK_SIZE = 11.5;
const EM = 0.56;

/** Width that a text needs at most. @param {string} text @param {number} size */
export const widthOf = (text, size) => text.length * EM * size;

/**
 * A thermograph with the places of everything on it, no wider than `width` if that can be.
 * @param {Facts} facts @param {number} width
 */
export function plotOf(facts, width) {
  const [tallest, ...lower] = HEIGHTS;
  let plot = atHeight(facts, tallest, width);
  for (const height of lower) {
    if (plot.right - plot.left <= width) break;
    plot = atHeight(facts, height, width);
  }
  return plot;
}

/** @param {Facts} facts @param {number} height @param {number} leastWidth @returns {Plot} */
function atHeight({ mean, temperature, thermograph }, height, leastWidth) {
  const up = height / ((Math.max(toNumber(temperature), 0) + 1) * (1 + MAST));
  const spread = toNumber(thermograph.left[0]?.[0] ?? mean) - toNumber(thermograph.right[0]?.[0] ?? mean);
  const across = spread > 0 ? Math.max(up, LEAST_SPREAD / spread) : up;
  const x = (/** @type {number} */ value) => (toNumber(mean) - value) * across;
  const y = (/** @type {number} */ degree) => -(degree + 1) * up;
  /** @param {[string, string]} corner */
  const point = ([value, degree]) => ({ x: x(toNumber(value)), y: y(toNumber(degree)) });
  /** @param {[string, string]} corner */
  const labelled = (corner) => {
    const text = pair(corner);
    return { corner: point(corner), text, width: widthOf(text, LABEL_SIZE) };
  };

  // The corner where the walls meet is labelled once, on the right.
  const [zero, meetingHeight] = [y(0), y(toNumber(temperature))];
  const labels = [
    ...place('left', thermograph.left.slice(0, -1).map(labelled), [zero, meetingHeight]),
    ...place('right', thermograph.right.map(labelled), [zero]),
  ];
  let left = Math.min(0, ...labels.map((label) => extent(label)[0])) - PADDING;
  let right = Math.max(0, ...labels.map((label) => extent(label)[1])) + PADDING;
  const missing = Math.max(leastWidth - (right - left), 0);
  [left, right] = [left - missing / 2, right + missing / 2];
  const top = Math.min(-height, ...labels.map(topOf));

  const temperatures = ticks({
    low: -1, high: -top / up - 1, scale: up, mark: temperature, room: () => 1.4 * TICK_SIZE,
  });
  // Numbers under the very edges would hang over.
  const values = ticks({
    low: toNumber(mean) - (right - PADDING) / across,
    high: toNumber(mean) - (left + PADDING) / across,
    scale: across,
    mark: mean,
    room: (text) => widthOf(text, TICK_SIZE) + 8,
  });
  return {
    left, right, top, zero, mast: -height, labels,
    meeting: { x: 0, y: meetingHeight },
    leftWall: thermograph.left.map(point),
    rightWall: thermograph.right.map(point),
    temperatures: temperatures.map((tick) => ({ ...tick, text: withMinus(tick.text), y: y(tick.at) })),
    values: values.map((tick) => ({ ...tick, text: withMinus(tick.text), x: x(tick.at) })),
  };
}

/** @param {[string, string]} corner */
export const pair = ([value, temperature]) => `(${withMinus(value)}, ${withMinus(temperature)})`;
