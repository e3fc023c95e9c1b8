// A running game: who may move now, what a move does to the game and its clocks, taking back, resigning, the end. The
// game goes on at `play.head`; moves made elsewhere are variations and leave it alone.

import { ask, isGone, sentence } from './api.js';
import { other } from './boards.js';
import { afterMoveLeft, bothLeft, fullClocks, timeLeft } from './clock.js';
import { addLine, changePlay, currentNode, goTo, nodeAt, notify, setGame, setOnline, state, subscribe } from './state.js';
import { t } from './text.js';
import { newGame, pathTo, ROOT } from './tree.js';

/** How often running clocks are looked at, in milliseconds. */
const TICK = 100;

export const atHead = () => state.play.head === state.current;

/** Whether a hand may move the side whose turn it is on the board that is shown. */
export function mayMove() {
  if (state.editor) return false;
  if (!atHead()) return true;
  return !state.play.result && state.play[currentNode().toMove] === 'human';
}

/** The side that a person plays against the engine; null if there is no such side, or no game. */
export function humanSide() {
  const { play } = state;
  if (play.head === null || play.white === play.black) return null;
  return play.white === 'human' ? 'white' : 'black';
}

/** Whether the engine is to move where the game goes on. */
function enginesTurn() {
  const { play } = state;
  return play.head !== null && !play.paused && play[nodeAt(play.head).toMove] === 'engine';
}

/** Whether the engine plays both sides. */
export const isEngineAlone = () => state.play.white === 'engine' && state.play.black === 'engine';

/** Plays a legal move by hand on the board that is shown. @param {string} move */
export function playMove(move) {
  if (!mayMove()) return;
  if (atHead()) advance(move);
  else goTo(addLine(state.current, move));
}

/** Carries the game one move on. Who was looking at its head goes along. @param {string} move */
export function advance(move) {
  const { head } = state.play;
  if (head === null || state.play.result) return;
  const now = performance.now();
  const left = afterMoveLeft(nodeAt(head).toMove, now);
  const id = addLine(head, move);
  nodeAt(id).clock = left;
  changePlay((play) => {
    play.head = id;
    play.left = left;
    play.since = play.clock.kind === 'none' ? null : now;
    play.thinking = enginesTurn();
    play.undone = [];
  });
  if (state.current === head) goTo(id);
}

/**
 * Begins a game from a position, as the setup say. The board is asked of the server, which knows the standard setups.
 * @param {string} position `start:8x8`, or a board @param {GameSetup} setup
 */
export async function beginGame(position, setup) {
  const { board } = await ask('moves', { position });
  replaceGame(newGame(board), { head: ROOT });
  applySetup(setup, ROOT);
}

/**
 * Takes a new game in place of the old one, and offers the way back if the old one had moves.
 * @param {Game} game @param {Where} where
 */
export function replaceGame(game, where) {
  const left = bothLeft();
  const old = { game: state.game, current: state.current, play: { ...state.play, left } };
  setGame(game, where);
  if (old.game.nodes.size < 2) return;
  notify(t('notice.replaced'), 'note', { text: t('notice.restore'), run: () => {
    setGame(old.game, { head: old.play.head, current: old.current });
    changePlay((play) => Object.assign(play, old.play, { since: old.play.since === null ? null : performance.now() }));
  } });
}

/** Plays on from a node of the game at hand. @param {number} node @param {GameSetup} [setup] as before if not given */
export function playFrom(node, setup) {
  applySetup(setup ?? state.play, node);
  goTo(node);
}

/** @param {GameSetup} setup @param {number} head */
function applySetup({ white, black, level, seconds, clock }, head) {
  resumeAt(head, { white, black, level: { ...level }, seconds, clock });
}

/** The game goes on at a node, with the clocks that it had there. @param {number} head @param {Partial<Play>} some */
function resumeAt(head, some) {
  changePlay((play) => {
    Object.assign(play, { head, result: null, paused: false, undone: [] }, some);
    play.left = nodeAt(head).clock ?? fullClocks(play);
    play.since = play.clock.kind === 'none' ? null : performance.now();
    play.thinking = enginesTurn();
  });
}

/** The node that taking back leads to: before the last move, or before one's own last move against the engine. */
export function undoTarget() {
  const { head } = state.play;
  if (head === null) return null;
  const human = humanSide();
  const above = pathTo(state.game, head).slice(0, -1).reverse();
  const target = human === null ? above[0] : above.find((node) => node.toMove === human);
  return target ? target.id : null;
}

export function undo() {
  const target = undoTarget();
  if (target === null) return;
  const from = state.play.head;
  rewind(target, from === null ? [] : [...state.play.undone, from]);
}

export function redo() {
  const { undone } = state.play;
  const target = undone.at(-1);
  if (target !== undefined && state.game.nodes.has(target)) rewind(target, undone.slice(0, -1));
}

/** @param {number} head @param {number[]} undone */
function rewind(head, undone) {
  // Engine against engine would at once play what was taken back.
  resumeAt(head, { undone, paused: isEngineAlone() });
  goTo(head);
}

/** The side to move gives up, or against the engine the person does. */
export function resign() {
  if (state.play.head === null || state.play.result) return;
  const loser = humanSide() ?? nodeAt(state.play.head).toMove;
  finish(other(loser), 'resigned');
}

/** @param {boolean} paused */
export function setPaused(paused) {
  const left = bothLeft();
  changePlay((play) => {
    Object.assign(play, { paused, left });
    play.thinking = enginesTurn();
    play.since = paused || play.clock.kind === 'none' ? null : performance.now();
  });
}

/** @param {Side} winner @param {Result['why']} why */
function finish(winner, why) {
  const left = bothLeft();
  changePlay((play) => Object.assign(play, { result: { winner, why }, left, since: null, thinking: false }));
}

/** Ends the game when the server says that nobody can move, or a clock has run out. */
export function mount() {
  const checkEnd = () => {
    const { head, result } = state.play;
    if (head === null || result) return;
    const node = nodeAt(head);
    if (state.legal[node.board]?.size === 0) finish(other(node.toMove), 'moves');
  };
  subscribe(checkEnd);
  setInterval(() => {
    if (state.play.head === null || state.play.since === null || state.play.result) return;
    const side = nodeAt(state.play.head).toMove;
    if (timeLeft(side, performance.now()) <= 0) finish(other(side), 'time');
  }, TICK);
}

/** Runs something that asks the server, and tells its sentence if it refuses. @param {() => Promise<unknown>} work */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (isGone(error)) setOnline(false);
    else notify(sentence(error), 'error');
  }
}
