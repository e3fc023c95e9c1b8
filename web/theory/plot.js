// Geometry of a thermograph.
//
// Temperature points up, and larger values (better for Black, who is Left) are further left, as in the literature. Both
// axes have the same scale, so that walls lean at 45 degrees, unless the walls would merge into one line. The origin is
// the foot of the mast at temperature -1; x points right and y down.

import { ticks } from './axis.js';
import { toNumber, withMinus } from './dyadic.js';
import { extent, place, top as topOf } from './labels.js';

/** Heights to try, from temperature -1 to the top of the mast, until the plot is narrow enough. */
const HEIGHTS = /** @type {const} */ ([250, 225, 200, 180, 160, 140]);
/** Length of the mast as a share of the height below it. */
const MAST = 0.28;
/** Minimum distance between the feet of the walls. */
const LEAST_SPREAD = 60;
/** Space beside the outermost text. */
const PADDING = 12;
/** Text sizes, and an upper estimate of a character's mean width in ems. */
export const LABEL_SIZE = 13;
export const TICK_SIZE = 11.5;
const EM = 0.56;

/** Upper estimate of a text's width. @param {string} text @param {number} size */
export const widthOf = (text, size) => text.length * EM * size;

/**
 * Layout of a thermograph, no wider than `width` if possible.
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
    low: -1, high: -top / up - 1, scale: up, mark: temperature, space: () => 1.4 * TICK_SIZE,
  });
  // Numbers at the edges would stick out.
  const values = ticks({
    low: toNumber(mean) - (right - PADDING) / across,
    high: toNumber(mean) - (left + PADDING) / across,
    scale: across,
    mark: mean,
    space: (text) => widthOf(text, TICK_SIZE) + 8,
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
