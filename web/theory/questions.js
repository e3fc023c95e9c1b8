// The requests that the theory pane sends when it shows a position: the areas, their atlas entries, and, as a job, the
// values of all small areas. Larger areas are computed on request.

import { askAndStore, cancel, jobOf } from '../analysis/job.js';
import { ask } from '../api.js';
import { currentBoard, state, storeAnswer, subscribe, update } from '../state.js';

/** Limits of the automatic computation: empty squares of an area, and seconds in total. */
const LARGEST = 10;
const SECONDS = 20;
/** Maximum length of a value, in characters. A longer one is cut; its mean, temperature and thermograph stay exact. */
const LONGEST = 4000;
/** Seconds for a computation on request. */
const LONGER = 60;
/** Delay before the values of a shown position are computed, in milliseconds. */
const DELAY = 200;

export function followPosition() {
  const located = new Set();
  const valued = new Set();
  let timer = 0;
  let waitingFor = '';
  subscribe(() => {
    const board = currentBoard();
    const job = jobOf();
    // Values belong to the shown position; solving and scoring continue.
    if (job?.name === 'value' && job.board !== board) return cancel();
    if (state.tab !== 'theory' || state.editor) return;
    if (!located.has(board)) {
      located.add(board);
      void locate(board).catch(() => located.delete(board));
    }
    if (job || state.play.thinking || valued.has(board) || waitingFor === board) return;
    clearTimeout(timer);
    waitingFor = board;
    timer = setTimeout(() => {
      waitingFor = '';
      if (jobOf() || state.tab !== 'theory' || currentBoard() !== board) return;
      valued.add(board);
      // Without an atlas everything is computed.
      if (state.answers[board]?.atlas === undefined) void ask('atlas', { position: board }).catch(() => null).then((atlas) => storeAnswer(board, 'atlas', atlas));
      // A computation cancelled by another job is repeated.
      void value(board, { time: SECONDS, largest: LARGEST }).then((report) => report === null && valued.delete(board));
    }, DELAY);
  });
}

/** @param {string} board */
export function computeLonger(board) {
  update(() => ((state.panes.valueLonger ??= {})[board] = true));
  return value(board, { time: LONGER });
}

/** @param {string} board */
async function locate(board) {
  const [areas, parts] = await Promise.all([ask('areas', { position: board, basic: true }), ask('areas', { position: board })]);
  storeAnswer(board, 'areas', areas);
  storeAnswer(board, 'parts', parts);
}

/** @param {string} board @param {{time: number, largest?: number}} limits */
const value = (board, limits) => askAndStore('value', board, { longest: LONGEST, ...limits });
