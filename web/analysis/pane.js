// The Analyse pane: the engine's view, a hint, the graph with the review of the game, heat maps, and the evaluation.

import { ApiError, ask } from '../api.js';
import { addKey } from '../keys.js';
import { currentBoard, learn, setTab } from '../state.js';
import { candidates, drawBest } from './candidates.js';
import { graph } from './graph.js';
import { hint, more } from './hint.js';
import { yieldToPlay } from './job.js';
import { follow, liveOf, switchLive } from './live.js';
import { layMaps, maps } from './maps.js';
import { keep } from './part.js';
import { forgetPreviews } from './preview.js';
import { review } from './review.js';
import { terms } from './terms.js';

/** @param {HTMLElement} element @param {Store} store */
export function mount(element, store) {
  yieldToPlay(store);
  follow(store);
  drawBest(store);
  layMaps(store);
  evaluate(store);
  forgetPreviews(store);
  addKey({ key: 'l', text: 'analysis.key.live', act: inPane((state) => switchLive(store, !liveOf(state).on)) });
  addKey({ key: 'h', text: 'analysis.hint', act: inPane(() => void more(store)) });
  keep(element, store, (state) => state.tab === 'analyse', () => {
    const reviewing = review(store);
    const graphed = graph(store, reviewing.element);
    const both = { element: graphed.element, draw: (/** @type {State} */ state) => [graphed, reviewing].forEach((part) => part.draw(state)) };
    return [candidates(store), hint(store), both, maps(store), terms()];
  });
}

/**
 * A shortcut that shows the pane first.
 * @param {(state: State) => void} act
 */
function inPane(act) {
  return (/** @type {Store} */ store) => {
    setTab(store, 'analyse');
    act(store.state);
  };
}

/**
 * Asks for the evaluation of what is shown, which takes no time; bar, maps and terms draw it.
 * @param {Store} store
 */
function evaluate(store) {
  const asked = new Set();
  store.subscribe((state) => {
    const board = currentBoard(state);
    if (state.tab === 'play' || state.editor || asked.has(board)) return;
    asked.add(board);
    ask('show', { position: board, eval: true }).then((report) => learn(store, board, 'show', report), (error) => {
      if (error instanceof ApiError && error.gone) asked.delete(board);
    });
  });
}
