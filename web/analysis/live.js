// Live analysis: the engine looks at the shown position for as long as the visitor does. It starts anew with every
// move, gives way to every other question, and never throws away a deeper look for a shallower one.

import { currentBoard, learn, state, subscribe, update } from '../state.js';
import { cancel, complain, jobOf, start } from './job.js';

/**
 * Seconds of one look after another. An engine gives the first part of its time to proofs, in silence, so short looks
 * come first; whoever stays longer than all of them has seen it.
 */
const LOOKS = [1, 5, 30];
/** Milliseconds that a position must be shown before it is looked at: whoever leafs through a game starts nothing. */
const REST = 160;

/** The board that is looked at just now; hints ask the engine too, and are not to be cancelled here. */
let looking = '';

/** @returns {Live} */
export const liveOf = () => state.panes.live ?? { on: false, finished: {} };

/** @param {boolean} on */
export function switchLive(on) {
  change(on ? { on, finished: {} } : { on });
  if (!on && jobOf()?.name === 'best') cancel();
}

export function follow() {
  let timer = 0;
  let waitingFor = '';
  subscribe(() => {
    const board = currentBoard();
    const job = jobOf();
    const isOurs = job?.name === 'best' && job.board === looking;
    if (isOurs && (looking !== board || !isWanted())) return cancel();
    const isDue = isWanted() && !job && !state.play.thinking && !liveOf().finished[board];
    if (!isDue) {
      clearTimeout(timer);
      waitingFor = '';
    } else if (waitingFor !== board) {
      clearTimeout(timer);
      waitingFor = board;
      timer = setTimeout(() => {
        waitingFor = '';
        void look(board);
      }, REST);
    }
  });
}

const isWanted = () => liveOf().on && state.tab === 'analyse' && !state.editor;

/** @param {string} board */
async function look(board) {
  if (jobOf() || !isWanted() || currentBoard() !== board) return;
  const keep = (/** @type {BestReport} */ report) => {
    const deepest = state.answers[board]?.best?.nodes ?? 0;
    if (report.nodes >= deepest || report.proven) learn(board, 'best', report);
  };
  looking = board;
  try {
    for (const time of LOOKS) {
      const report = await start('best', board, { position: board, time, no_book: true }, keep);
      if (!report) return;
      keep(report);
      if (report.proven || !isWanted()) break;
    }
  } catch (error) {
    complain('best', board, error);
  } finally {
    if (looking === board) looking = '';
  }
  change({ finished: { ...liveOf().finished, [board]: true } });
}

/** @param {Partial<Live>} some */
function change(some) {
  update(() => (state.panes.live = { ...liveOf(), ...some }));
}
