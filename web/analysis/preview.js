// Shows a move or a line on the board while something that names it is pointed at or has the focus.

import { setOverlays, state, subscribe, update } from '../state.js';

/** How many moves of a line are drawn, and how bold each. */
const STRENGTHS = [1, 0.55, 0.3];
const OWNER = 'preview';

/** Draws the beginning of a line, the first move boldest. @param {string[]} line */
export function preview(line) {
  const arrows = line.slice(0, STRENGTHS.length).map((move, index) => ({
    kind: /** @type {const} */ ('arrow'), move, strength: STRENGTHS[index] ?? 0, label: line.length > 1 ? String(index + 1) : undefined,
  }));
  update(() => (state.panes.preview = placeOf()));
  // The last move first, so that the first one lies on top.
  setOverlays(OWNER, arrows.reverse());
}

const placeOf = () => `${state.current} ${state.tab}`;

export function endPreview() {
  if (state.overlays.some((overlay) => overlay.owner === OWNER)) setOverlays(OWNER, []);
}

/** A move that was pointed at belongs to the position and the pane that it was shown on, and goes away with them. */
export function clearStalePreviews() {
  subscribe(() => {
    if (state.panes.preview !== placeOf()) endPreview();
  });
}

/** @param {() => string[]} line */
export function previewing(line) {
  const begin = () => preview(line());
  const end = () => endPreview();
  return { onpointerenter: begin, onpointerleave: end, onfocus: begin, onblur: end };
}
