// The Analyse pane: engine, hint, game review with its graph, heat maps, evaluation terms.

import { ask, isGone } from '../api.js';
import { followOpenings, openings } from '../explore/openings.js';
import { addKey } from '../keys.js';
import { currentBoard, setTab, state, storeAnswer, subscribe } from '../state.js';
import { candidates, drawBest } from './candidates.js';
import { graph } from './graph.js';
import { advanceHint, hint } from './hint.js';
import { cancelWhileEngineThinks } from './job.js';
import { followPosition, liveOf, switchLive } from './live.js';
import { drawMaps, maps } from './maps.js';
import { mountParts } from './part.js';
import { clearStalePreviews } from './preview.js';
import { review } from './review.js';
import { terms } from './terms.js';

/** @param {HTMLElement} element */
export function mount(element) {
  cancelWhileEngineThinks();
  followPosition();
  drawBest();
  drawMaps();
  evaluate();
  followOpenings();
  clearStalePreviews();
  addKey({ key: 'l', text: 'keys.live', act: inPane(() => switchLive(!liveOf().on)) });
  addKey({ key: 'h', text: 'hint', act: () => {
    if (state.tab !== 'play') setTab('analyse');
    void advanceHint();
  } });
  mountParts(element, () => state.tab === 'analyse', () => {
    const reviewing = review();
    const graphed = graph(reviewing.element);
    const both = { element: graphed.element, draw: () => [graphed, reviewing].forEach((part) => part.draw()) };
    return [candidates(), hint(), both, openings(), maps(), terms()];
  });
}

/** @param {() => void} act */
function inPane(act) {
  return () => {
    setTab('analyse');
    act();
  };
}

function evaluate() {
  const asked = new Set();
  subscribe(() => {
    const board = currentBoard();
    if (state.tab === 'play' || state.editor || asked.has(board)) return;
    asked.add(board);
    ask('show', { position: board, eval: true }).then((report) => storeAnswer(board, 'show', report), (error) => {
      if (isGone(error)) asked.delete(board);
    });
  });
}
