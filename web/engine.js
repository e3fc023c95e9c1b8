// The engine as a player: opens a stream for its move when it is to move at the head. A change of the game closes the
// stream, which cancels the search on the server.

import { followEngine } from './analysis/live.js';
import { isAbort, isGone, sentence, stream } from './api.js';
import { thinkingTime } from './clock.js';
import { advance } from './play.js';
import { changePlay, nodeAt, notify, setOnline, state, watch } from './state.js';
import { nodeOf } from './tree.js';

/** Minimum time of an engine move, in milliseconds, so that the user's arrow is seen to land first. */
const SHORTEST = 450;

/** Delay before a retry after an error, in milliseconds. */
const RETRY = 1500;

/** The node whose search failed last. @type {number | null} */
let failed = null;

export function mount() {
  /** @type {{key: string, abort: AbortController} | null} */
  let job = null;
  const refresh = () => {
    const key = searchKey();
    if (key === (job?.key ?? null)) return;
    job?.abort.abort();
    job = null;
    if (key === null) return;
    const mine = { key, abort: new AbortController() };
    job = mine;
    void think(mine.abort.signal).then(() => {
      if (job === mine) job = null;
      refresh();
    });
  };
  watch(refresh);
}

/** Key of the search that should be running; null: none. */
function searchKey() {
  const { play, game, legal } = state;
  if (play.head === null || play.result || play.paused) return null;
  const node = nodeOf(game, play.head);
  if (play[node.toMove] !== 'engine' || !legal[node.board]?.size) return null;
  return [node.id, node.board, play.level[node.toMove]].join();
}

/** @param {AbortSignal} signal */
async function think(signal) {
  const node = nodeAt(state.play.head ?? 0);
  const began = performance.now();
  changePlay((play) => (play.thinking = true));
  const question = {
    position: node.board,
    level: state.play.level[node.toMove],
    time: thinkingTime(node.toMove, began),
    seed: Math.floor(Math.random() * 1e9),
  };
  try {
    const follow = (/** @type {BestReport} */ report) => followEngine(node.board, report);
    const report = await stream('best', question, { signal, onProgress: follow });
    follow(report);
    setOnline(true);
    await pause(SHORTEST - (performance.now() - began), signal);
    advance(report.move);
  } catch (error) {
    if (isAbort(error)) return;
    if (isGone(error)) setOnline(false);
    // Another stream of this page may have cancelled this one: retry once before showing an error.
    else if (failed === node.id) notify(sentence(error), 'error');
    failed = node.id;
    await pause(RETRY, signal).catch(() => {});
  }
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('', 'AbortError'));
    if (signal.aborted) return stop();
    setTimeout(() => (signal.aborted ? stop() : resolve()), Math.max(0, milliseconds));
  });
}
