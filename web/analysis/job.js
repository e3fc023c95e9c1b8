// The one long question that the panes may have running. The server gives a visitor one job at a time, and the engine
// that plays comes first: while it thinks nothing is started here, and what runs is cancelled. Of the panes' own
// questions a new one ends the old one, except that live analysis only runs where nobody wants anything else.

import { ApiError, isAbort, stream } from '../api.js';
import { learn } from '../state.js';
import { t } from '../text.js';

/** The status of an answer that the limits ended (docs/server.md). */
const LIMITS_REACHED = 422;

/** @type {AbortController | null} */
let running = null;

/** @param {State} state @returns {Job | null} */
export function jobOf(state) {
  return state.panes.job ?? null;
}

/**
 * The job, if it answers this question about this board.
 * @param {State} state
 * @param {string} name
 * @param {string} board
 */
export function jobAbout(state, name, board) {
  const job = jobOf(state);
  return job && job.name === name && job.board === board ? job : null;
}

/**
 * Asks a question and resolves with its answer, or with null if it was cancelled.
 * @param {Store} store
 * @param {string} name
 * @param {string} board
 * @param {Record<string, unknown>} body
 * @param {(report: any) => void} [onProgress]
 * @returns {Promise<any>}
 */
export async function start(store, name, board, body, onProgress) {
  cancel(store);
  if (store.state.play.thinking) return null;
  const mine = new AbortController();
  running = mine;
  setJob(store, { name, board, progress: null, place: null });
  /** @param {Partial<Job>} change */
  const tell = (change) => {
    const job = jobOf(store.state);
    if (running === mine && job) setJob(store, { ...job, ...change });
  };
  try {
    return await stream(name, body, {
      signal: mine.signal,
      waiting: (place) => tell({ place }),
      onProgress(report) {
        if (running !== mine) return;
        onProgress?.(report);
        tell({ progress: report, place: null });
      },
    });
  } catch (error) {
    if (isAbort(error) || running !== mine) return null;
    throw error;
  } finally {
    if (running === mine) {
      running = null;
      setJob(store, null);
    }
  }
}

/**
 * Asks a question and keeps its answer by the board, or what went wrong with it.
 * @param {Store} store
 * @param {'best' | 'value' | 'solve' | 'score'} name
 * @param {string} board
 * @param {Record<string, unknown>} options
 * @param {keyof Answers} [kept] under which name, if not the question's own
 * @returns {Promise<any>} the answer; null if it was cancelled, undefined if there is none
 */
export async function inquire(store, name, board, options, kept = name) {
  complain(store, kept, board, null);
  try {
    const report = await start(store, name, board, { position: board, ...options });
    if (report) learn(store, board, kept, report);
    return report;
  } catch (error) {
    complain(store, kept, board, error);
    return undefined;
  }
}

/**
 * Keeps what went wrong with a question about a board; null: nothing.
 * @param {Store} store
 * @param {string} name
 * @param {string} board
 * @param {unknown} error
 */
export function complain(store, name, board, error) {
  const problem = error === null ? null : { words: inWords(error), isLimit: error instanceof ApiError && error.status === LIMITS_REACHED };
  store.update((state) => void ((state.panes.problems ??= {})[`${name} ${board}`] = problem));
}

/**
 * What went wrong with a question about a board.
 * @param {State} state
 * @param {string} name
 * @param {string} board
 * @returns {Problem | null}
 */
export function problemOf(state, name, board) {
  return state.panes.problems?.[`${name} ${board}`] ?? null;
}

/** @param {unknown} error the server's sentence, if it has one */
export function inWords(error) {
  return error instanceof ApiError && error.message ? error.message : t('analysis.gone');
}

/**
 * Cancels what runs, whatever it is.
 * @param {Store} store
 */
export function cancel(store) {
  if (!running) return;
  running.abort();
  running = null;
  setJob(store, null);
}

/**
 * Makes way for the engine that plays.
 * @param {Store} store
 */
export function yieldToPlay(store) {
  store.subscribe((state) => {
    if (state.play.thinking) cancel(store);
  });
}

/** @param {Store} store @param {Job | null} job */
function setJob(store, job) {
  store.update((state) => void (state.panes.job = job));
}
