// The one stream of the panes. The server runs one job per visitor, and a playing engine has priority: while it thinks,
// no job starts here and a running one is cancelled. A new job cancels the old one; live analysis starts only without
// one.

import { ApiError, isAbort, sentence, stream } from '../api.js';
import { state, storeAnswer, subscribe, update } from '../state.js';

/** Status of an answer that reached a limit (docs/guide/server.md). */
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
 * Starts a job and resolves with its answer, or with null if it was cancelled.
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
 * Starts a job and stores its answer, or its problem, under the board and the key `kept`.
 * @param {'best' | 'value' | 'solve' | 'score'} name @param {string} board @param {Question} options @param {keyof Answers} [kept]
 * @returns {Promise<any>} the answer; null if it was cancelled, undefined if it failed
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
 * Stores the problem of a job about a board; null clears it.
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
