// Fetches the legal moves of each position that comes up, once. With them at hand a click is answered without asking
// anybody, also while the engine thinks. A server that is gone is asked again until it is back.

import { ApiError, ask } from './api.js';
import { moveParts } from './boards.js';
import { currentBoard, learnMoves, notify, setOnline } from './state.js';
import { nodeOf } from './tree.js';

/** Pause before the server is asked again, in milliseconds. */
const RETRY = 2000;

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Keeps the moves of the shown position and of the game's head at hand.
 * @param {Store} store
 */
export function mount(store) {
  const look = () => {
    const { state } = store;
    fetchMoves(store, currentBoard(state));
    if (state.play.head !== null) fetchMoves(store, nodeOf(state.game, state.play.head).board);
  };
  store.subscribe(look);
  look();
}

/**
 * @param {Store} store
 * @param {string} board
 * @returns {Promise<void>} settled when the moves are known, or refused
 */
function fetchMoves(store, board) {
  const running = asked.get(board);
  if (running) return running;
  const asking = load(store, board);
  asked.set(board, asking);
  return asking;
}

/**
 * @param {Store} store
 * @param {string} board
 */
async function load(store, board) {
  for (;;) {
    try {
      const report = await ask('moves', { position: board });
      setOnline(store, true);
      learnMoves(store, board, indexMoves(report.moves));
      return;
    } catch (error) {
      const gone = error instanceof ApiError && (error.gone || error.status === 503);
      if (!gone) {
        notify(store, error instanceof Error ? error.message : String(error), 'error');
        return;
      }
      setOnline(store, false);
      await new Promise((resume) => setTimeout(resume, RETRY));
    }
  }
}

/**
 * @param {string[]} moves
 * @returns {LegalMoves}
 */
function indexMoves(moves) {
  /** @type {LegalMoves} */
  const index = new Map();
  for (const move of moves) {
    const { from, to, arrow } = moveParts(move);
    let goals = index.get(from);
    if (!goals) index.set(from, (goals = new Map()));
    const shots = goals.get(to);
    if (shots) shots.push(arrow);
    else goals.set(to, [arrow]);
  }
  return index;
}

/**
 * All moves of an index, as texts.
 * @param {LegalMoves} legal
 * @returns {string[]}
 */
export function listMoves(legal) {
  const moves = [];
  for (const [from, goals] of legal) for (const [to, shots] of goals) for (const arrow of shots) moves.push(`${from}-${to}x${arrow}`);
  return moves;
}
