// The engine's seat: whenever it is its turn at the head of the game, a stream is opened for its move. A change of the
// game closes the stream, which ends the search on the server.

import { isAbort, isGone, sentence, stream } from './api.js';
import { thinkingTime } from './clock.js';
import { advance } from './play.js';
import { changePlay, nodeAt, notify, setOnline, state, watch } from './state.js';
import { nodeOf } from './tree.js';

/** An answer comes no sooner than this, in milliseconds, so that one's own arrow is seen to land first. */
const SHORTEST = 450;

/** Pause before the engine is asked again after a refusal or a lost connection, in milliseconds. */
const RETRY = 1500;

/** The node whose search was refused last. @type {number | null} */
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

/** Names the search that should be going on; null: none. */
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
    const report = await stream('best', question, { signal });
    setOnline(true);
    await pause(SHORTEST - (performance.now() - began), signal);
    advance(report.move);
  } catch (error) {
    if (isAbort(error)) return;
    if (isGone(error)) setOnline(false);
    // Another stream of this page may have ended this one: that is worth a second try, not a message.
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
