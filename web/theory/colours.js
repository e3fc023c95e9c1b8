// Colours the areas in on the board: a colour and a letter for each area, a pattern for its kind. While an area is
// pointed at, the others step back.

import { currentBoard, setOverlays, state, subscribe } from '../state.js';
import { choiceOf } from './choice.js';
import { merged } from './merge.js';

const OWNER = 'areas';
const BLOCKERS = 'blockers';
/** The sign on a blocker: a door that is held shut. */
const DOOR = '‖';

export function colour() {
  let laid = '';
  subscribe(() => {
    const { colour: wanted, apart, pointed } = choiceOf();
    const board = currentBoard();
    const answers = state.answers[board];
    const isSeen = wanted && state.tab === 'theory' && !state.editor && Boolean(apart ? answers?.parts : answers?.areas);
    const key = isSeen ? `${board} ${apart} ${pointed}` : '';
    if (key === laid) return;
    laid = key;
    const areas = isSeen ? merged(answers ?? {}) : [];
    setOverlays(OWNER, isSeen ? [{ kind: 'areas', squares: squaresOf(areas, apart, pointed) }] : []);
    setOverlays(BLOCKERS, areas.flatMap(({ blockers }) => (apart ? blockers : [])).map((square) => ({ kind: 'mark', square, label: DOOR, tone: 'info' })));
  });
}

/** @param {KnownArea[]} areas @param {boolean} apart @param {string | null} pointed */
function squaresOf(areas, apart, pointed) {
  /** @type {AreasOverlay['squares']} */
  const squares = {};
  for (const { area, index, parts } of areas) {
    const faint = pointed !== null && pointed !== area.label;
    const pieces = apart && parts.length > 0 ? parts : [area];
    // Where there is one area only, its letter on every square would say nothing.
    const isNamed = areas.length > 1 || pieces.length > 1;
    pieces.forEach(({ label, kind, squares: all }, number) => {
      // The first part has the colour of its area, the others have those that come after all areas.
      const tone = number === 0 ? index : areas.length + index + number - 1;
      for (const square of all) squares[square] = { label: isNamed ? label : '', tone, kind, faint };
    });
  }
  return squares;
}
