// Overlays on the board: heat maps, areas, candidate moves, marks. None relies on colour alone: heat has a shape and a
// label, areas a pattern and a letter, marks a sign.

import { moveParts } from './boards.js';
import { svg } from './svg.js';

/** Half the side of a square, in SVG units. */
const HALF = 20;

/** Pattern of each kind of area; active areas have none. */
export const PATTERNS = /** @type {Record<string, string>} */ ({ 'black territory': 'rising', 'white territory': 'falling', dead: 'crossed' });

/**
 * Draws into the layers under and over the pieces.
 * @param {Overlay[]} overlays @param {Record<string, SVGGElement>} layers @param {Centre} centre
 */
export function drawOverlays(overlays, { tints, arrows }, centre) {
  const below = [];
  const above = [];
  for (const overlay of overlays) {
    if (overlay.kind === 'heat') below.push(...heat(overlay, centre));
    else if (overlay.kind === 'areas') below.push(...areas(overlay, centre));
    else if (overlay.kind === 'arrow') above.push(candidate(overlay, centre));
    else above.push(mark(overlay, centre));
  }
  tints?.replaceChildren(...below);
  arrows?.replaceChildren(...above);
}

/** @param {HeatOverlay} overlay @param {Centre} centre */
function heat(overlay, centre) {
  return Object.entries(overlay.values).map(([square, { value, label }]) => {
    const { x, y } = centre(square);
    const size = 5 + 12 * Math.min(1, Math.abs(value));
    const shape = value === 0
      ? svg('path', { d: `M${x - 5} ${label === undefined ? y : y + 10}h10` })
      : value > 0
        ? svg('circle', { cx: x, cy: y, r: size })
        : svg('rect', { x: x - size + 1, y: y - size + 1, width: 2 * size - 2, height: 2 * size - 2, rx: 2 });
    const tone = value > 0 ? 'heat white' : value < 0 ? 'heat black' : 'heat even';
    return svg('g', { class: tone }, shape, label !== undefined && svg('text', { x, y: y + 4 }, label));
  });
}

/** @param {AreasOverlay} overlay @param {Centre} centre */
function areas(overlay, centre) {
  return Object.entries(overlay.squares).map(([square, { label, tone, kind, faint }]) => {
    const { x, y } = centre(square);
    const box = { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF };
    const pattern = PATTERNS[kind];
    return svg('g', { class: `area tone-${((tone % 8) + 8) % 8}${faint ? ' faint' : ''}` },
      svg('rect.tint', { ...box }),
      pattern && svg('rect', { fill: `url(#${pattern})`, ...box }),
      svg('text', { x: x + (label.length > 1 ? 11 : 14.5), y: y + 17 }, label));
  });
}

/** @param {ArrowOverlay} overlay @param {Centre} centre */
function candidate({ move, strength = 1, label }, centre) {
  const parts = moveParts(move);
  const [from, to, arrow] = [centre(parts.from), centre(parts.to), centre(parts.arrow)];
  const width = 3 + 4 * strength;
  const tip = shorten(to, arrow, 9);
  const group = svg('g.candidate',
    svg('line.way', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, 'stroke-width': width }),
    svg('circle.way-end', { cx: to.x, cy: to.y, r: width + 3 }),
    svg('line.flight', { x1: to.x, y1: to.y, x2: tip.x, y2: tip.y, 'stroke-width': width * 0.7 }),
    svg('path.flight-end', { d: `M${arrow.x - 7} ${arrow.y - 7}l14 14m0 -14l-14 14`, 'stroke-width': width * 0.7 }),
    label !== undefined && svg('text', { x: to.x, y: to.y + 4 }, label));
  group.style.opacity = String(0.45 + 0.5 * strength);
  return group;
}

/** @param {MarkOverlay} overlay @param {Centre} centre */
function mark({ square, label, tone, centred = false }, centre) {
  const { x, y } = centre(square);
  if (centred) return svg('g', { class: `mark centred ${tone}` }, svg('circle', { cx: x, cy: y, r: 12 }), svg('text', { x, y: y + 5.5 }, label));
  return svg('g', { class: `mark ${tone}` }, svg('circle', { cx: x + 14, cy: y - 14, r: 8 }), svg('text', { x: x + 14, y: y - 10.4 }, label));
}

/** @param {Point} from @param {Point} to @param {number} by */
function shorten(from, to, by) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : (length - by) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
