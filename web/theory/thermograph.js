// Draws a thermograph as the command line does (`otrera value --thermograph`): temperature upwards, Black's side on the
// left. The left wall has filled dots, the right wall open ones, so that colour is not needed. theory.css sets the
// colours, for light and dark pages.

import { svg } from '../svg.js';
import { t } from '../text.js';
import { withMinus } from './dyadic.js';
import { isMoved } from './labels.js';
import { LABEL_SIZE, pair, plotOf, TICK_SIZE, widthOf } from './plot.js';

/** Distance from the edge of the SVG. */
const MARGIN = 8;
/** Distances below the plot: axis numbers, names of the sides, end of the SVG. */
const NUMBERS_BELOW = 18;
const SIDES_BELOW = 38;
const BELOW = 46;
/** Pixels per rem by default. */
const ROOT_SIZE = 16;
const DOT = 3.4;
/** Target widths of a plot on narrow and wide pages, and the width where wide begins, in pixels. */
const NARROW = 230;
const WIDE = 310;
const WIDE_FROM = 480;

/** @param {Facts} facts @param {string} name of the area or sum */
export function thermograph(facts, name) {
  const plot = plotOf(facts, innerWidth < WIDE_FROM ? NARROW : WIDE);
  const margin = MARGIN + 8 + Math.max(...plot.temperatures.map((tick) => widthOf(tick.text, TICK_SIZE)));
  const width = Math.ceil(margin + plot.right - plot.left + MARGIN);
  const foot = { x: margin - plot.left, y: MARGIN + 12 - plot.top };
  const picture = svg('svg.thermograph', {
    role: 'img', viewBox: `0 0 ${width} ${Math.ceil(foot.y + BELOW)}`, 'aria-label': t('thermograph.title', { name }),
  },
  svg('title', t('thermograph.title', { name })),
  svg('desc', describe(facts)),
  svg('g', { transform: `translate(${foot.x} ${foot.y})` }, ...ground(plot), ...axes(plot), ...guides(plot), ...walls(plot), ...labels(plot)));
  // In rem, so that it scales with the text.
  picture.style.width = `${width / ROOT_SIZE}rem`;
  return picture;
}

/** The walls as a sentence for screen readers. @param {Facts} facts */
export function describe(facts) {
  const { left, right } = facts.thermograph;
  return t('thermograph.words', {
    left: left.map(pair).join(' '), right: right.map(pair).join(' '),
    mean: withMinus(facts.mean), temperature: withMinus(facts.temperature), leftStop: withMinus(facts.left_stop), rightStop: withMinus(facts.right_stop),
  });
}

/** The band below temperature 0, and the lines at -1 and 0. @param {Plot} plot */
function ground({ left, right, zero }) {
  return [
    svg('rect.subzero', { x: left, y: zero, width: right - left, height: -zero }),
    line('level', [{ x: left, y: 0 }, { x: right, y: 0 }]),
    line('level', [{ x: left, y: zero }, { x: right, y: zero }]),
  ];
}

/** @param {Plot} plot */
function axes({ left, right, top, temperatures, values }) {
  const end = { x: left, y: top - 8 };
  return [
    line('level', [{ x: left, y: 0 }, end]), arrowhead('level-head', end),
    ...temperatures.flatMap(({ text, y, isMarked }) => [
      line(tickClass(isMarked), [{ x: left - 4, y }, { x: left, y }]),
      words(text, { x: left - 7, y: y + 0.36 * TICK_SIZE }, tickClass(isMarked), 'end', TICK_SIZE),
    ]),
    ...values.flatMap(({ text, x, isMarked }) => [
      line(tickClass(isMarked), [{ x, y: 0 }, { x, y: 4 }]),
      words(text, { x, y: NUMBERS_BELOW }, tickClass(isMarked), 'middle', TICK_SIZE),
    ]),
    words(t('thermograph.temperature'), { x: left + 7, y: top - 2 }, 'axis-name', 'start', TICK_SIZE),
    words(t('thermograph.black'), { x: left, y: SIDES_BELOW }, 'axis-name', 'start', TICK_SIZE),
    words(t('thermograph.white'), { x: right, y: SIDES_BELOW }, 'axis-name', 'end', TICK_SIZE),
  ];
}

/** @param {boolean} isMarked true for the mean and the temperature of the game */
const tickClass = (isMarked) => isMarked ? 'tick marked' : 'tick';

/** Dotted lines from the meeting point to mean and temperature on the axes. @param {Plot} plot */
function guides({ left, zero, meeting }) {
  if (meeting.y >= 0) return [];
  const down = line('guide', [meeting, { x: meeting.x, y: 0 }]);
  // At temperature 0 the level line is already there.
  return meeting.y === zero ? [down] : [line('guide', [meeting, { x: left, y: meeting.y }]), down];
}

/** @param {Plot} plot */
function walls({ leftWall, rightWall, meeting, mast }) {
  const dots = (/** @type {Point[]} */ wall, /** @type {string} */ name) =>
    wall.slice(0, -1).map(({ x, y }) => svg('circle', { class: `corner ${name}`, cx: x, cy: y, r: DOT }));
  const top = { x: meeting.x, y: mast };
  return [
    line('wall left-wall', leftWall), line('wall right-wall', rightWall),
    line('wall mast', [meeting, top]), arrowhead('mast-head', top),
    ...dots(leftWall, 'left-corner'), ...dots(rightWall, 'right-corner'),
    svg('circle.corner.meeting', { cx: meeting.x, cy: meeting.y, r: DOT }),
  ];
}

/** @param {Plot} plot */
function labels({ labels: all, zero }) {
  const lines = all.filter(isMoved).map(({ corner, foot }) => line('leader', [corner, { x: foot.x, y: foot.y - 0.3 * LABEL_SIZE }]));
  const texts = all.map(({ text, foot, flank }) => {
    // An outline in the background colour separates the text from lines under it.
    const place = foot.y > zero ? 'label on-subzero' : 'label';
    return words(text, foot, place, flank === 'left' ? 'end' : 'start', LABEL_SIZE);
  });
  return [...lines, ...texts];
}

/** @param {string} name @param {Point[]} points */
function line(name, points) {
  return svg('polyline', { class: name, points: points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' '), fill: 'none' });
}

/** @param {string} text @param {Point} foot @param {string} name @param {'start' | 'middle' | 'end'} anchor @param {number} size */
function words(text, foot, name, anchor, size) {
  return svg('text', { class: name, x: rounded(foot.x), y: rounded(foot.y), 'text-anchor': anchor, 'font-size': size }, text);
}

/** @param {string} name @param {Point} tip */
const arrowhead = (name, { x, y }) => svg('path', { class: name, d: `M${rounded(x)} ${rounded(y - 3)}l-4 9l4 -2l4 2z` });

/** @param {number} length */
const rounded = (length) => Math.round(length * 100) / 100;
