// Shows a move or a line on the board while something that names it is pointed at or has the focus.

import { setOverlays } from '../state.js';

/** How many moves of a line are drawn, and how bold each. */
const STRENGTHS = [1, 0.55, 0.3];
const OWNER = 'preview';

/**
 * Draws the beginning of a line, the first move boldest.
 * @param {Store} store
 * @param {string[]} line
 */
export function preview(store, line) {
  const arrows = line.slice(0, STRENGTHS.length).map((move, index) => ({
    kind: /** @type {const} */ ('arrow'), move, strength: STRENGTHS[index] ?? 0, label: line.length > 1 ? String(index + 1) : undefined,
  }));
  store.update((state) => void (state.panes.preview = placeOf(state)));
  // The last move first, so that the first one lies on top.
  setOverlays(store, OWNER, arrows.reverse());
}

/** @param {State} state */
function placeOf({ current, tab }) {
  return `${current} ${tab}`;
}

/** @param {Store} store */
export function endPreview(store) {
  if (store.state.overlays.some((overlay) => overlay.owner === OWNER)) setOverlays(store, OWNER, []);
}

/**
 * A move that was pointed at belongs to the position and the pane that it was shown on, and goes away with them.
 * @param {Store} store
 */
export function forgetPreviews(store) {
  store.subscribe((state) => {
    if (state.panes.preview !== placeOf(state)) endPreview(store);
  });
}

/**
 * Listeners for an element that names a line.
 * @param {Store} store
 * @param {() => string[]} line
 */
export function previewing(store, line) {
  const begin = () => preview(store, line());
  const end = () => endPreview(store);
  return { onpointerenter: begin, onpointerleave: end, onfocus: begin, onblur: end };
}
