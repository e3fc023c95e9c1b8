// The one long question that the panes may have running. The server gives a visitor one job at a time, and the engine
// that plays comes first: while it thinks nothing is started here, and what runs is cancelled. Of the panes' own
// questions a new one ends the old one, except that live analysis only runs where nobody wants anything else.

import { ApiError, isAbort, sentence, stream } from '../api.js';
import { state, storeAnswer, subscribe, update } from '../state.js';

/** The status of an answer that the limits ended (docs/server.md). */
const LIMITS_REACHED = 422;

/** @type {AbortController | null} */
let running = null;

export const jobOf = () => state.panes.job ?? null;

/** @param {string} name @param {string} board */
export function jobAbout(name, board) {
  const job = jobOf();
  return job && job.name === name && job.board === board ? job : null;
}

/**
 * Asks a question and resolves with its answer, or with null if it was cancelled.
 * @param {string} name @param {string} board @param {Question} body @param {(report: any) => void} [onProgress]
 */
export async function start(name, board, body, onProgress) {
  cancel();
  if (state.play.thinking) return null;
  const mine = new AbortController();
  running = mine;
  setJob({ name, board, progress: null, place: null });
  /** @param {Partial<Job>} change */
  const updateJob = (change) => {
    const job = jobOf();
    if (running === mine && job) setJob({ ...job, ...change });
  };
  try {
    return await stream(name, body, {
      signal: mine.signal,
      waiting: (place) => updateJob({ place }),
      onProgress(report) {
        if (running !== mine) return;
        onProgress?.(report);
        updateJob({ progress: report, place: null });
      },
    });
  } catch (error) {
    if (isAbort(error) || running !== mine) return null;
    throw error;
  } finally {
    if (running === mine) {
      running = null;
      setJob(null);
    }
  }
}

/**
 * Asks a question and keeps its answer by the board, or what went wrong with it.
 * @param {'best' | 'value' | 'solve' | 'score'} name @param {string} board @param {Question} options @param {keyof Answers} [kept]
 * under which name, if not the question's own @returns {Promise<any>} the answer; null if it was cancelled, undefined if there is
 * none
 */
export async function askAndStore(name, board, options, kept = name) {
  storeProblem(kept, board, null);
  try {
    const report = await start(name, board, { position: board, ...options });
    if (report) storeAnswer(board, kept, report);
    return report;
  } catch (error) {
    storeProblem(kept, board, error);
    return undefined;
  }
}

/**
 * Keeps what went wrong with a question about a board; null: nothing.
 * @param {string} name @param {string} board @param {unknown} error
 */
export function storeProblem(name, board, error) {
  const problem = error === null ? null : { words: sentence(error), isLimit: error instanceof ApiError && error.status === LIMITS_REACHED };
  update(() => ((state.panes.problems ??= {})[`${name} ${board}`] = problem));
}

/** @param {string} name @param {string} board */
export const problemOf = (name, board) => state.panes.problems?.[`${name} ${board}`] ?? null;

export function cancel() {
  if (!running) return;
  running.abort();
  running = null;
  setJob(null);
}

export function cancelWhileEngineThinks() {
  subscribe(() => {
    if (state.play.thinking) cancel();
  });
}

/** @param {Job | null} job */
function setJob(job) {
  update(() => (state.panes.job = job));
}
