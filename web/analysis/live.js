// Live analysis: the engine looks at the shown position for as long as the visitor does. It starts anew with every
// move, gives way to every other question, and never throws away a deeper look for a shallower one.

import { currentBoard, learn } from '../state.js';
import { cancel, complain, jobOf, start } from './job.js';

/**
 * Seconds of one look after another. An engine gives the first part of its time to proofs, in silence, so short looks come
 * first; whoever stays longer than all of them has seen it.
 */
const LOOKS = [1, 5, 30];
/** Milliseconds that a position must be shown before it is looked at: whoever leafs through a game starts nothing. */
const REST = 160;

/** The board that is looked at just now; hints ask the engine too, and are not to be cancelled here. */
let looking = '';

/** @param {State} state @returns {Live} */
export function liveOf(state) {
  return state.panes.live ?? { on: false, finished: {} };
}

/** @param {Store} store @param {boolean} on */
export function switchLive(store, on) {
  change(store, on ? { on, finished: {} } : { on });
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
    const isOurs = job?.name === 'best' && job.board === looking;
    if (isOurs && (looking !== board || !isWanted(state))) return cancel(store);
    const isDue = isWanted(state) && !job && !state.play.thinking && !liveOf(state).finished[board];
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

/** @param {Store} store @param {string} board */
async function look(store, board) {
  const { state } = store;
  if (jobOf(state) || !isWanted(state) || currentBoard(state) !== board) return;
  const keep = (/** @type {BestReport} */ report) => {
    const deepest = state.answers[board]?.best?.nodes ?? 0;
    if (report.nodes >= deepest || report.proven) learn(store, board, 'best', report);
  };
  looking = board;
  try {
    for (const time of LOOKS) {
      const report = await start(store, 'best', board, { position: board, time, no_book: true }, keep);
      if (!report) return;
      keep(report);
      if (report.proven || !isWanted(state)) break;
    }
  } catch (error) {
    complain(store, 'best', board, error);
  } finally {
    if (looking === board) looking = '';
  }
  change(store, { finished: { ...liveOf(store.state).finished, [board]: true } });
}

/** @param {Store} store @param {Partial<Live>} some */
function change(store, some) {
  store.update((state) => void (state.panes.live = { ...liveOf(state), ...some }));
}
