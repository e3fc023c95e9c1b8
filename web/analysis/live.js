// Live analysis: the engine looks at the shown position for as long as the visitor does. It starts anew with every
// move, gives way to every other question, and never throws away a deeper look for a shallower one.

import { currentBoard, learn } from '../state.js';
import { cancel, inWords, jobOf, start } from './job.js';

/** @typedef {import('../state.js').Store} Store */
/** @typedef {import('../state.js').State} State */
/** @typedef {import('./reports.js').BestReport} BestReport */

/** Seconds for one position; whoever stays longer has seen it. */
export const LONGEST = 30;
/** Milliseconds that a position must be shown before it is looked at: whoever leafs through a game starts nothing. */
const REST = 160;

/**
 * What live analysis keeps in the state.
 * @typedef {{on: boolean, finished: Record<string, boolean>, problem: string}} Live
 */

/** @param {State} state @returns {Live} */
export function liveOf(state) {
  return state.panes.live ?? { on: false, finished: {}, problem: '' };
}

/**
 * @param {Store} store
 * @param {boolean} on
 */
export function switchLive(store, on) {
  change(store, { on, problem: '' });
  if (!on && jobOf(store.state)?.name === 'best') cancel(store);
}

/**
 * Keeps the analysis on the shown position.
 * @param {Store} store
 */
export function follow(store) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waitingFor = '';
  store.subscribe((state) => {
    const board = currentBoard(state);
    const job = jobOf(state);
    if (job?.name === 'best' && (job.board !== board || !isWanted(state))) {
      cancel(store);
      return;
    }
    const isDue = isWanted(state) && !job && !state.play.thinking && !liveOf(state).finished[board] && !liveOf(state).problem;
    if (!isDue) {
      clearTimeout(timer);
      waitingFor = '';
    } else if (waitingFor !== board) {
      clearTimeout(timer);
      waitingFor = board;
      timer = setTimeout(() => {
        waitingFor = '';
        void look(store, board);
      }, REST);
    }
  });
}

/** @param {State} state */
function isWanted(state) {
  return liveOf(state).on && state.tab === 'analyse' && !state.editor;
}

/**
 * @param {Store} store
 * @param {string} board
 */
async function look(store, board) {
  const { state } = store;
  if (jobOf(state) || !isWanted(state) || currentBoard(state) !== board) return;
  const deepest = () => state.answers[board]?.best?.nodes ?? 0;
  try {
    const report = await start(store, 'best', board, { position: board, time: LONGEST, no_book: true }, (progress) => {
      if (progress.nodes >= deepest()) learn(store, board, 'best', progress);
    });
    if (!report) return;
    if (report.nodes >= deepest() || report.proven) learn(store, board, 'best', report);
    change(store, { finished: { ...liveOf(store.state).finished, [board]: true } });
  } catch (error) {
    change(store, { problem: inWords(error) });
  }
}

/**
 * @param {Store} store
 * @param {Partial<Live>} some
 */
function change(store, some) {
  store.update((state) => void (state.panes.live = { ...liveOf(state), ...some }));
}
