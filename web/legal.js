// Fetches the legal moves of each position once, so that clicks need no request, even while the engine is thinking. A
// lost server is asked again until it answers.

import { ApiError, ask, isGone, sentence } from './api.js';
import { moveParts } from './boards.js';
import { currentBoard, nodeAt, notify, setOnline, state, storeMoves, watch } from './state.js';

/** Delay before a retry, in milliseconds. */
const RETRY = 2000;

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Fetches the moves of the shown position and of the game's head. */
export function mount() {
  const refresh = () => {
    fetchMoves(currentBoard());
    if (state.play.head !== null) fetchMoves(nodeAt(state.play.head).board);
  };
  watch(refresh);
}

/** Fetches the moves of a position. @param {string} board @returns settled when they are known or refused */
export function fetchMoves(board) {
  const running = asked.get(board);
  if (running) return running;
  const asking = load(board);
  asked.set(board, asking);
  return asking;
}

/** @param {string} board */
async function load(board) {
  for (;;) {
    try {
      const report = await ask('moves', { position: board });
      setOnline(true);
      return storeMoves(board, indexMoves(report.moves));
    } catch (error) {
      // A busy server answers too late (422) or not at all (503), and is asked again.
      const isBusy = error instanceof ApiError && [422, 503].includes(error.status);
      if (!isGone(error) && !isBusy) return notify(sentence(error), 'error');
      setOnline(false);
      await new Promise((resume) => setTimeout(resume, RETRY));
    }
  }
}

/** @param {string[]} moves */
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

/** @param {LegalMoves} legal */
export function listMoves(legal) {
  const moves = [];
  for (const [from, goals] of legal) for (const [to, shots] of goals) for (const arrow of shots) moves.push(`${from}-${to}x${arrow}`);
  return moves;
}
