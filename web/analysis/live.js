// Live analysis of the shown position. It restarts with every move, yields to every other job, and never replaces a
// deeper result by a shallower one.

import { currentBoard, state, storeAnswer, subscribe, update } from '../state.js';
import { cancel, jobOf, start, storeProblem } from './job.js';

/** Seconds of each round. Short ones first: the engine begins with proofs, which report no progress. */
const ROUNDS = [1, 5, 30];
/** Delay before a shown position is analysed, in milliseconds: stepping through a game starts nothing. */
const DELAY = 160;

/** The board being analysed. Tells our job from a hint's, which must not be cancelled here. */
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

/** Stores a report unless a deeper one is known. @param {string} board @param {BestReport} report */
function keepDeepest(board, report) {
  const deepest = state.answers[board]?.best?.nodes ?? 0;
  if (report.nodes >= deepest || report.proven) storeAnswer(board, 'best', report);
}

/**
 * Shows the thoughts of the engine that plays, while live analysis is on: the server has no time for both.
 * @param {string} board @param {BestReport} report
 */
export function followEngine(board, report) {
  if (isWanted() && report.candidates?.length) keepDeepest(board, report);
}

const isWanted = () => liveOf().on && state.tab === 'analyse' && !state.editor;

/** @param {string} board */
async function analyse(board) {
  if (jobOf() || !isWanted() || currentBoard() !== board) return;
  const keep = (/** @type {BestReport} */ report) => keepDeepest(board, report);
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
