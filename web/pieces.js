// Drawings of amazons, arrows and move trails around the origin. The crown is the same as in the program's diagrams.

import { svg } from './svg.js';

/** The five pearls of an amazon's crown. */
const PEARLS = [[-14, -7.4], [-7.4, -11], [0, -12.8], [7.4, -11], [14, -7.4]];

/** @param {Point} from @param {Point} to */
export function trail(from, to) {
  return svg('g.trail', svg('circle', { cx: from.x, cy: from.y, r: 4 }), svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
}

/** @param {SVGGElement} element @param {Point} point */
export function place(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/** @param {Piece} piece */
export function drawPiece(piece) {
  if (piece === '#') {
    const burnt = svg('g', svg('rect', { x: -18, y: -18, width: 36, height: 36, rx: 5 }), svg('path', { d: 'M-7 -7L7 7M7 -7L-7 7' }));
    return svg('g.arrow-piece', burnt);
  }
  return svg('g', { class: `amazon ${piece === 'w' ? 'white' : 'black'}` }, svg('use', { href: '#crown' }));
}

/** The crown, and the patterns of the kinds of areas. */
export function definitions() {
  const crown = svg('g', { id: 'crown' },
    ...PEARLS.map(([cx, cy]) => svg('circle', { cx, cy, r: 2.2 })),
    svg('path', { d: 'M-10.6 6.2L-14 -5.6L-7.6 0.6L-7.4 -9.4L-2.7 -0.8L0 -11.2L2.7 -0.8L7.4 -9.4L7.6 0.6L14 -5.6L10.6 6.2C5 4.6 -5 4.6 -10.6 6.2z' }),
    svg('path', { d: 'M-10.6 6.2C-5 4.6 5 4.6 10.6 6.2L9.8 12.6C4.6 14.4 -4.6 14.4 -9.8 12.6z' }),
    svg('path.band', { d: 'M-9.2 9.6C-4.4 8.2 4.4 8.2 9.2 9.6' }));
  const pattern = (/** @type {string} */ id, /** @type {string} */ d) =>
    svg('pattern', { id, width: 8, height: 8, patternUnits: 'userSpaceOnUse' }, svg('path.hatch', { d }));
  return svg('defs', crown,
    pattern('rising', 'M-1 1L1 -1M0 8L8 0M7 9L9 7'),
    pattern('falling', 'M-1 7L1 9M0 0L8 8M7 -1L9 1'),
    pattern('crossed', 'M0 0L8 8M8 0L0 8'));
}
