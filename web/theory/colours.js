// Colours the areas on the board: a colour and a letter per area, a pattern per kind. A hovered area dims the others.

import { currentBoard, setOverlays, state, subscribe } from '../state.js';
import { choiceOf } from './choice.js';
import { mergeAreas } from './merge.js';

const OWNER = 'areas';
const BLOCKERS = 'blockers';
/** The mark on a blocker. */
const BLOCKER = '‖';

export function drawAreas() {
  let drawn = '';
  subscribe(() => {
    const { colour: wanted, split, hovered } = choiceOf();
    const board = currentBoard();
    const answers = state.answers[board];
    const isSeen = wanted && state.tab === 'theory' && !state.editor && Boolean(split ? answers?.parts : answers?.areas);
    const key = isSeen ? `${board} ${split} ${hovered}` : '';
    if (key === drawn) return;
    drawn = key;
    const areas = isSeen ? mergeAreas(answers ?? {}) : [];
    setOverlays(OWNER, isSeen ? [{ kind: 'areas', squares: squaresOf(areas, split, hovered) }] : []);
    setOverlays(BLOCKERS, areas.flatMap(({ blockers }) => (split ? blockers : [])).map((square) => ({ kind: 'mark', square, label: BLOCKER, tone: 'info' })));
  });
}

/** @param {KnownArea[]} areas @param {boolean} split @param {string | null} hovered */
function squaresOf(areas, split, hovered) {
  /** @type {AreasOverlay['squares']} */
  const squares = {};
  for (const { area, index, parts } of areas) {
    const faint = hovered !== null && hovered !== area.label;
    const pieces = split && parts.length > 0 ? parts : [area];
    // A single area needs no letters.
    const isNamed = areas.length > 1 || pieces.length > 1;
    pieces.forEach(({ label, kind, squares: all }, number) => {
      // The first part has the colour of its area, the others colours after those of all areas.
      const tone = number === 0 ? index : areas.length + index + number - 1;
      for (const square of all) squares[square] = { label: isNamed ? label : '', tone, kind, faint };
    });
  }
  return squares;
}
