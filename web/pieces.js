// Drawings of amazons, burnt squares and move trails. An amazon is an archer around the origin; a burnt square is a
// window into one sheet of charcoal, so that the texture runs on from square to square.

import { DARK, LIGHT, TILE } from './charcoal.js';
import { svg } from './svg.js';

/** Side of a burnt square, in SVG units; the rest of the 40 is a gap to its neighbours. */
const BURNT = 38.8;

/** Distance from the centre of the square at which a flying arrow starts, in SVG units. */
const START = 16;

/** @param {Point} from @param {Point} to */
export function trail(from, to) {
  return svg('g.trail', svg('circle', { cx: from.x, cy: from.y, r: 4 }), svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
}

/** @param {SVGGElement} element @param {Point} point */
export function place(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/**
 * Draws an amazon around the origin, or a burnt square around `at`: charcoal, and embers that are visible on the latest.
 * @param {Piece} piece @param {Point} [at]
 */
export function drawPiece(piece, { x, y } = { x: 0, y: 0 }) {
  if (piece !== '#') return svg('g', { class: `amazon ${piece === 'w' ? 'white' : 'black'}` }, svg('use', { href: '#amazon' }));
  const box = { x: x - BURNT / 2, y: y - BURNT / 2, width: BURNT, height: BURNT, rx: 3 };
  return svg('g.arrow-piece', svg('g', svg('rect.char', { fill: 'url(#charcoal)', ...box }), svg('rect.ember', { fill: 'url(#embers)', ...box })));
}

/**
 * An arrow that flies from one square to another. It is invisible unless its animation runs.
 * @param {Point} from @param {Point} to
 */
export function drawFlight(from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  const turn = `rotate(${Math.atan2(y, x)}rad)`;
  const arrow = svg('g.shot-arrow', svg('path.shaft', { d: 'M-13 0H8' }), svg('path.head', { d: 'M13 0L4.5 -4.6L6.6 0L4.5 4.6z' }),
    svg('path.feathers', { d: 'M-15.5 -3.6L-12 0L-15.5 3.6M-12 -3.6L-8.5 0L-12 3.6' }));
  arrow.style.setProperty('--start', `translate(${from.x + (x * START) / length}px, ${from.y + (y * START) / length}px) ${turn}`);
  arrow.style.setProperty('--end', `translate(${to.x}px, ${to.y}px) ${turn}`);
  return arrow;
}

/** The archer, the charcoal, and the patterns of the kinds of areas. */
export function definitions() {
  const bow = 'M4.6 -17C16.8 -13 16.8 7 4.6 11';
  const amazon = svg('g', { id: 'amazon' },
    svg('path.bow', { d: bow }),
    svg('path.bow-wood', { d: bow }),
    svg('path.string', { d: 'M4.6 -17L-3.4 -3.4L4.6 11' }),
    svg('path.shaft', { d: 'M-3 -3.4H17.6M14.8 -6L17.8 -3.4L14.8 -0.8' }),
    // Tunic, arm, head with flying hair, belt, headband.
    svg('path.figure', { d: 'M-5.4 -7.2C-10.6 -6 -10.8 -1.4 -9.2 2.8C-9.8 7.2 -12.6 11 -14.2 15.8C-8.4 17.4 0.6 17.4 6.4 15.8C4.8 11 1.6 7.2 0.9 2.8C2.2 -1.4 1.4 -6.2 -2.4 -7.2z' }),
    svg('path.figure', { d: 'M-4.6 -5.6C-6 -3.4 -5 -1 -2.4 -0.9L11.4 -1.8C13.2 -2 13.2 -4.9 11.4 -5z' }),
    svg('path.figure', { d: 'M-4 -17.8C-10.6 -18.4 -12.8 -13 -17 -8C-13.2 -6.4 -9.9 -7.7 -8.3 -10.1C-7.4 -7.7 -5.6 -6.2 -3.6 -6.2C-0.5 -6.2 1.8 -8.7 1.8 -11.9C1.8 -15.3 -0.9 -17.6 -4 -17.8z' }),
    svg('path.band', { d: 'M-8.2 3.9C-5.6 5.2 -2.5 5.2 0.2 3.9M-9.2 -14.3C-5.6 -14.6 -1.8 -13.9 1.4 -12.6' }));
  const sheet = (/** @type {string} */ id) =>
    svg('pattern', { id, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' },
      svg('rect.cracks', { width: TILE, height: TILE }), svg('path.cells', { d: DARK }), svg('path.cells.lit', { d: LIGHT }));
  const pattern = (/** @type {string} */ id, /** @type {string} */ d) =>
    svg('pattern', { id, width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, svg('path.hatch', { d }));
  return svg('defs', amazon, sheet('charcoal'), sheet('embers'),
    pattern('rising', 'M-1 1L1 -1M0 8L8 0M7 9L9 7'),
    pattern('falling', 'M-1 7L1 9M0 0L8 8M7 -1L9 1'),
    pattern('crossed', 'M0 0L8 8M8 0L0 8'));
}
