// Shows a move or a line on the board while its element is hovered or focused.

import { setOverlays, state, subscribe, update } from '../state.js';

/** Strengths of the drawn moves of a line. */
const STRENGTHS = [1, 0.55, 0.3];
const OWNER = 'preview';

/** Draws the first moves of a line. @param {string[]} line */
export function preview(line) {
  const arrows = line.slice(0, STRENGTHS.length).map((move, index) => ({
    kind: /** @type {const} */ ('arrow'), move, strength: STRENGTHS[index] ?? 0, label: line.length > 1 ? String(index + 1) : undefined,
  }));
  update(() => (state.panes.preview = placeOf()));
  // Reversed, so that the first move is on top.
  setOverlays(OWNER, arrows.reverse());
}

const placeOf = () => `${state.current} ${state.tab}`;

export function endPreview() {
  if (state.overlays.some((overlay) => overlay.owner === OWNER)) setOverlays(OWNER, []);
}

/** Removes a preview when its position or pane is left. */
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
