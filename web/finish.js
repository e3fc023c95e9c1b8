// The end of a game. When every area belongs to one side, the result is certain: it is counted on the server, and the
// players need not fill their territories. An engine that has lost by this count resigns if the user allows it.

import { ask } from './api.js';
import { other, readBoard } from './boards.js';
import { atHead, endGame } from './play.js';
import { changePlay, nodeAt, setOverlays, state, storeAnswer, subscribe, update } from './state.js';

/** Time limit of a count, in seconds. Territories alone take milliseconds. */
const SECONDS = 4;

const OWNER = 'counted';

/** The count of a decided position; null: not decided, or not known yet. @param {string} board */
export const countOf = (board) => state.panes.counts?.[board] ?? null;

/** The count to offer at the head of the running game. */
export function offeredCount() {
  const { head, result, declined } = state.play;
  return head === null || result || declined || !atHead() ? null : countOf(nodeAt(head).board);
}

/** Ends the game with the count. */
export function countNow() {
  const count = offeredCount();
  if (count) endGame({ winner: count.winner, why: 'counted', margin: count.margin });
}

/** Lets the players go on; the count is not offered again in this game. */
export function declineCount() {
  changePlay((play) => (play.declined = true));
}

export function mount() {
  const asked = new Set();
  subscribe(() => {
    const { head, result } = state.play;
    if (head === null) return;
    const { board } = nodeAt(head);
    if (!asked.has(board)) {
      asked.add(board);
      void count(board, result !== null).catch(() => asked.delete(board));
    }
    resignIfLost(board);
    addMargin(board);
  });
  subscribe(drawCount);
}

/** An engine resigns when the count says that it loses. @param {string} board */
function resignIfLost(board) {
  const { play, settings } = state;
  const known = countOf(board);
  if (!known || play.result || play.declined || !settings.resign) return;
  const loser = other(known.winner);
  const isAgainstHuman = play[loser] === 'engine' && play[known.winner] === 'human';
  if (isAgainstHuman) endGame({ winner: known.winner, why: 'resigned', margin: known.margin });
}

/** A game that was played to the end has a margin too. @param {string} board */
function addMargin(board) {
  const { result } = state.play;
  const known = countOf(board);
  if (known && result?.why === 'moves' && result.margin === undefined) changePlay((play) => (play.result = { ...result, margin: known.margin }));
}

/** Counts a position if no area is contested, or if the game is over. @param {string} board @param {boolean} isOver */
async function count(board, isOver) {
  const { areas } = await ask('areas', { position: board });
  if (!isOver && (!areas.length || areas.some((/** @type {AreaReport} */ { kind }) => kind === 'active'))) return;
  const report = await ask('score', { position: board, time: SECONDS });
  storeAnswer(board, 'score', report);
  const owned = areas.flatMap((/** @type {AreaReport} */ { kind, squares }) =>
    kind.endsWith('territory') ? squares.map((square) => [square, kind === 'black territory' ? -0.8 : 0.8]) : []);
  update(() => ((state.panes.counts ??= {})[board] = { winner: report.winner, margin: report.margin, owned: Object.fromEntries(owned) }));
}

/** Shows the owner of each square after a count. */
function drawCount() {
  const { play, editor } = state;
  const known = play.result?.why === 'counted' && atHead() && !editor && play.head !== null ? countOf(nodeAt(play.head).board) : null;
  const isThere = state.overlays.some(({ owner }) => owner === OWNER);
  if (isThere === (known !== null)) return;
  const { squares } = readBoard(nodeAt(state.current).board);
  const values = Object.fromEntries(Object.entries(known?.owned ?? {}).filter(([square]) => squares[square] === '.').map(([square, value]) => [square, { value }]));
  setOverlays(OWNER, known ? [{ kind: 'heat', values }] : []);
}
