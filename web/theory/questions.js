// What the theory pane asks by itself when it shows a position: where the areas lie, what the atlas has, and then, as a
// job that can be cancelled, the values of all areas that are small enough to be worked out at once. Larger ones wait
// until somebody asks for them.

import { askAndStore, cancel, jobOf } from '../analysis/job.js';
import { ask } from '../api.js';
import { currentBoard, state, storeAnswer, subscribe, update } from '../state.js';

/** Empty squares of the largest area that is worked out unasked, and the seconds for all of them. */
const LARGEST = 10;
const SECONDS = 20;
/** Characters of a value; larger ones are cut, their mean, temperature and thermograph are exact all the same. */
const LONGEST = 4000;
/** Seconds when somebody wants to know. */
const LONGER = 60;
/** Milliseconds that a position must be shown before its values are worked out. */
const DELAY = 200;

export function followPosition() {
  const located = new Set();
  const valued = new Set();
  let timer = 0;
  let waitingFor = '';
  subscribe(() => {
    const board = currentBoard();
    const job = jobOf();
    // What somebody asked for goes on; what was begun unasked ends with its position.
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
      // Without an atlas all is worked out; nothing is claimed to be from it then.
      if (state.answers[board]?.atlas === undefined) void ask('atlas', { position: board }).catch(() => null).then((atlas) => storeAnswer(board, 'atlas', atlas));
      // What somebody else's question cut short is begun again.
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
