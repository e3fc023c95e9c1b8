// Live analysis: the engine looks at the shown position for as long as the visitor does. It starts anew with every
// move, gives way to every other question, and never throws away a deeper analyse for a shallower one.

import { currentBoard, state, storeAnswer, subscribe, update } from '../state.js';
import { cancel, jobOf, start, storeProblem } from './job.js';

/**
 * Seconds of one analyse after another. An engine gives the first part of its time to proofs, in silence, so short looks
 * come first; whoever stays longer than all of them has seen it.
 */
const ROUNDS = [1, 5, 30];
/** Milliseconds that a position must be shown before it is looked at: whoever leafs through a game starts nothing. */
const DELAY = 160;

/** The board that is looked at just now; hints ask the engine too, and are not to be cancelled here. */
let analysedBoard = '';

/** @returns {Live} */
export const liveOf = () => state.panes.live ?? { on: false, finished: {} };

/** @param {boolean} on */
export function switchLive(on) {
  change(on ? { on, finished: {} } : { on });
  if (!on && jobOf()?.name === 'best') cancel();
}

export function followPosition() {
  let timer = 0;
  let waitingFor = '';
  subscribe(() => {
    const board = currentBoard();
    const job = jobOf();
    const isOurs = job?.name === 'best' && job.board === analysedBoard;
    if (isOurs && (analysedBoard !== board || !isWanted())) return cancel();
    const isDue = isWanted() && !job && !state.play.thinking && !liveOf().finished[board];
    if (!isDue) {
      clearTimeout(timer);
      waitingFor = '';
    } else if (waitingFor !== board) {
      clearTimeout(timer);
      waitingFor = board;
      timer = setTimeout(() => {
        waitingFor = '';
        void analyse(board);
      }, DELAY);
    }
  });
}

const isWanted = () => liveOf().on && state.tab === 'analyse' && !state.editor;

/** @param {string} board */
async function analyse(board) {
  if (jobOf() || !isWanted() || currentBoard() !== board) return;
  const keep = (/** @type {BestReport} */ report) => {
    const deepest = state.answers[board]?.best?.nodes ?? 0;
    if (report.nodes >= deepest || report.proven) storeAnswer(board, 'best', report);
  };
  analysedBoard = board;
  try {
    for (const time of ROUNDS) {
      const report = await start('best', board, { position: board, time, no_book: true }, keep);
      if (!report) return;
      keep(report);
      if (report.proven || !isWanted()) break;
    }
  } catch (error) {
    storeProblem('best', board, error);
  } finally {
    if (analysedBoard === board) analysedBoard = '';
  }
  change({ finished: { ...liveOf().finished, [board]: true } });
}

/** @param {Partial<Live>} some */
function change(some) {
  update(() => (state.panes.live = { ...liveOf(), ...some }));
}
