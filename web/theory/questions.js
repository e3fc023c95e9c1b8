// What the theory pane asks by itself when it shows a position: where the areas lie, what the atlas has, and then, as a
// job that can be cancelled, the values of all areas that are small enough to be worked out at once. Larger ones wait
// until somebody asks for them.

import { ask } from '../api.js';
import { cancel, inquire, jobOf } from '../analysis/job.js';
import { currentBoard, learn } from '../state.js';

/** Empty squares of the largest area that is worked out unasked, and the seconds for all of them. */
const LARGEST = 10;
const SECONDS = 20;
/** Characters of a value; larger ones are cut, their mean, temperature and thermograph are exact all the same. */
const LONGEST = 4000;
/** Seconds when somebody wants to know. */
const LONGER = 60;
/** Milliseconds that a position must be shown before its values are worked out. */
const REST = 200;

/**
 * Keeps the answers of the pane up to date with the position.
 * @param {Store} store
 */
export function follow(store) {
  /** @type {Set<string>} */
  const located = new Set();
  /** @type {Set<string>} */
  const valued = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waitingFor = '';
  store.subscribe((state) => {
    const board = currentBoard(state);
    const job = jobOf(state);
    // What somebody asked for goes on; what was begun unasked ends with its position.
    if (job?.name === 'value' && job.board !== board) return cancel(store);
    if (state.tab !== 'theory' || state.editor) return;
    if (!located.has(board)) {
      located.add(board);
      void locate(store, board).catch(() => located.delete(board));
    }
    if (job || state.play.thinking || valued.has(board) || waitingFor === board) return;
    clearTimeout(timer);
    waitingFor = board;
    timer = setTimeout(() => {
      waitingFor = '';
      const now = store.state;
      if (jobOf(now) || now.tab !== 'theory' || currentBoard(now) !== board) return;
      valued.add(board);
      // Without an atlas all is worked out; nothing is claimed to be from it then.
      if (now.answers[board]?.atlas === undefined) void ask('atlas', { position: board }).catch(() => null).then((atlas) => learn(store, board, 'atlas', atlas));
      // What somebody else's question cut short is begun again.
      void value(store, board, { time: SECONDS, largest: LARGEST }).then((report) => report === null && valued.delete(board));
    }, REST);
  });
}

/**
 * Works on the values for as long as one may.
 * @param {Store} store
 * @param {string} board
 */
export function goOn(store, board) {
  store.update((state) => void ((state.panes.valueLonger ??= {})[board] = true));
  return value(store, board, { time: LONGER });
}

/** @param {Store} store @param {string} board */
async function locate(store, board) {
  const [areas, parts] = await Promise.all([ask('areas', { position: board, basic: true }), ask('areas', { position: board })]);
  learn(store, board, 'areas', areas);
  learn(store, board, 'parts', parts);
}

/** @param {Store} store @param {string} board @param {{time: number, largest?: number}} limits */
function value(store, board, limits) {
  return inquire(store, 'value', board, { longest: LONGEST, ...limits });
}
