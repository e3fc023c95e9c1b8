// Colours the areas in on the board: a colour and a letter for each area, a pattern for its kind. While an area is
// pointed at, the others step back.

import { currentBoard, setOverlays } from '../state.js';
import { choiceOf } from './choice.js';

/** @typedef {import('../state.js').Store} Store */
/** @typedef {import('../state.js').State} State */
/** @typedef {import('./reports.js').AreasReport} AreasReport */

const OWNER = 'areas';
const BLOCKERS = 'blockers';
/** The sign on a blocker: a door that is held shut. */
const DOOR = '‖';

/**
 * Keeps the colours on the board while the pane is open.
 * @param {Store} store
 */
export function colour(store) {
  let laid = '';
  store.subscribe((state) => {
    const { colour: wanted, apart, pointed } = choiceOf(state);
    const board = currentBoard(state);
    const answers = state.answers[board];
    const report = /** @type {AreasReport | undefined} */ (apart ? answers?.parts : answers?.areas);
    const isSeen = wanted && state.tab === 'theory' && !state.editor && report !== undefined;
    const key = isSeen ? `${board} ${apart} ${pointed}` : '';
    if (key === laid) return;
    laid = key;
    setOverlays(store, OWNER, isSeen ? [{ kind: 'areas', squares: squaresOf(report, apart ? null : pointed) }] : []);
    const blockers = isSeen && apart ? new Set(report.areas.flatMap((area) => area.blockers)) : new Set();
    setOverlays(store, BLOCKERS, [...blockers].map((square) => ({ kind: 'mark', square, label: DOOR, tone: 'info' })));
  });
}

/**
 * @param {AreasReport} report
 * @param {string | null} pointed
 */
function squaresOf({ areas }, pointed) {
  /** @type {import('../state.js').AreasOverlay['squares']} */
  const squares = {};
  areas.forEach(({ label, kind, squares: all }, tone) => {
    // Where there is one area only, its letter on every square would say nothing.
    for (const square of all) squares[square] = { label: areas.length > 1 ? label : '', tone, kind, faint: pointed !== null && pointed !== label };
  });
  return squares;
}
