// A running game: who may move now, what a move does to the game and its clocks, taking back, resigning, the end. The
// game goes on at `play.head`; moves made elsewhere are variations and leave it alone.

import { ApiError, ask } from './api.js';
import { afterMoveLeft, fullClocks, timeLeft } from './clock.js';
import { other } from './boards.js';
import { addMove, changePlay, currentNode, goTo, notify, setGame, setOnline } from './state.js';
import { t } from './text.js';
import { newGame, nodeOf, pathTo, ROOT } from './tree.js';

/**
 * @typedef {Pick<Play, 'white' | 'black' | 'level' | 'seconds' | 'clock'>} Terms
 */

/** How often running clocks are looked at, in milliseconds. */
const TICK = 100;

/** Whether the game is going on at what is shown. @param {State} state */
export function atHead({ play, current }) {
  return play.head === current;
}

/** Whether a hand may move the side whose turn it is on the board that is shown. @param {State} state */
export function mayMove(state) {
  if (state.editor) return false;
  if (!atHead(state)) return true;
  return !state.play.result && state.play[currentNode(state).toMove] === 'human';
}

/**
 * The side that a person plays against the engine; null if there is no such side, or no game.
 * @param {State} state
 * @returns {Side | null}
 */
export function humanSide({ play }) {
  if (play.head === null || play.white === play.black) return null;
  return play.white === 'human' ? 'white' : 'black';
}

/** Whether the engine is to move where the game goes on. @param {State} state */
function enginesTurn({ play, game }) {
  return play.head !== null && !play.paused && play[nodeOf(game, play.head).toMove] === 'engine';
}

/**
 * Plays a legal move by hand on the board that is shown.
 * @param {Store} store
 * @param {string} move
 */
export function playMove(store, move) {
  const { state } = store;
  if (!mayMove(state)) return;
  if (atHead(state)) advance(store, move);
  else goTo(store, addMove(store, state.current, move));
}

/**
 * Carries the game one move on. Who was looking at its head goes along.
 * @param {Store} store
 * @param {string} move
 */
export function advance(store, move) {
  const { state } = store;
  const { head } = state.play;
  if (head === null || state.play.result) return;
  const now = performance.now();
  const left = afterMoveLeft(state, nodeOf(state.game, head).toMove, now);
  const id = addMove(store, head, move);
  nodeOf(state.game, id).clock = left;
  changePlay(store, (play) => {
    play.head = id;
    play.left = left;
    play.since = play.clock.kind === 'none' ? null : now;
    play.thinking = enginesTurn(state);
    play.undone = [];
  });
  if (state.current === head) goTo(store, id);
}

/**
 * Begins a game from a position, as the terms say. The board is asked of the server, which knows the standard setups.
 * @param {Store} store
 * @param {string} position `start:8x8`, or a board
 * @param {Terms} terms
 */
export async function beginGame(store, position, terms) {
  const { board } = await ask('moves', { position });
  replaceGame(store, newGame(board), { head: ROOT });
  agree(store, terms, ROOT);
}

/**
 * Takes a new game in place of the old one, and offers the way back if the old one had moves.
 * @param {Store} store
 * @param {Game} game
 * @param {{head: number | null, current?: number}} where
 */
export function replaceGame(store, game, where) {
  const { state } = store;
  const now = performance.now();
  const left = { white: timeLeft(state, 'white', now), black: timeLeft(state, 'black', now) };
  const old = { game: state.game, current: state.current, play: { ...state.play, left } };
  setGame(store, game, where);
  if (old.game.nodes.size < 2) return;
  notify(store, t('notice.replaced'), 'note', { text: t('notice.restore'), run: () => {
    setGame(store, old.game, { head: old.play.head, current: old.current });
    changePlay(store, (play) => Object.assign(play, old.play, { since: old.play.since === null ? null : performance.now() }));
  } });
}

/**
 * Plays on from a node of the game at hand.
 * @param {Store} store
 * @param {number} node
 * @param {Terms} [terms] as before if not given
 */
export function playFrom(store, node, terms) {
  agree(store, terms ?? store.state.play, node);
  goTo(store, node);
}

/**
 * @param {Store} store
 * @param {Terms} terms
 * @param {number} head
 */
function agree(store, terms, head) {
  changePlay(store, (play) => {
    Object.assign(play, { white: terms.white, black: terms.black, level: { ...terms.level }, seconds: terms.seconds, clock: terms.clock });
    play.left = nodeOf(store.state.game, head).clock ?? fullClocks(play);
    play.since = play.clock.kind === 'none' ? null : performance.now();
    Object.assign(play, { head, result: null, paused: false, undone: [] });
    play.thinking = enginesTurn(store.state);
  });
}

/**
 * The node that taking back leads to: before the last move, or before one's own last move against the engine.
 * @param {State} state
 * @returns {number | null}
 */
export function undoTarget(state) {
  const { head } = state.play;
  if (head === null) return null;
  const human = humanSide(state);
  const above = pathTo(state.game, head).slice(0, -1).reverse();
  const target = human === null ? above[0] : above.find((node) => node.toMove === human);
  return target ? target.id : null;
}

/** @param {Store} store */
export function undo(store) {
  const { state } = store;
  const target = undoTarget(state);
  if (target === null) return;
  const from = state.play.head;
  rewind(store, target, from === null ? [] : [...state.play.undone, from]);
}

/** @param {Store} store */
export function redo(store) {
  const { undone } = store.state.play;
  const target = undone.at(-1);
  if (target !== undefined && store.state.game.nodes.has(target)) rewind(store, target, undone.slice(0, -1));
}

/**
 * @param {Store} store
 * @param {number} head
 * @param {number[]} undone
 */
function rewind(store, head, undone) {
  changePlay(store, (play) => {
    play.left = nodeOf(store.state.game, head).clock ?? fullClocks(play);
    play.since = play.clock.kind === 'none' ? null : performance.now();
    // Engine against engine would at once play what was taken back.
    const paused = play.white === 'engine' && play.black === 'engine';
    Object.assign(play, { head, undone, result: null, paused });
    play.thinking = enginesTurn(store.state);
  });
  goTo(store, head);
}

/** @param {Store} store the side to move gives up, or against the engine the person does */
export function resign(store) {
  const { state } = store;
  if (state.play.head === null || state.play.result) return;
  const loser = humanSide(state) ?? nodeOf(state.game, state.play.head).toMove;
  finish(store, other(loser), 'resigned');
}

/** @param {Store} store @param {boolean} paused */
export function setPaused(store, paused) {
  const now = performance.now();
  changePlay(store, (play) => {
    if (paused && play.since !== null) {
      const side = nodeOf(store.state.game, play.head ?? ROOT).toMove;
      play.left = { ...play.left, [side]: timeLeft(store.state, side, now) };
    }
    play.paused = paused;
    play.thinking = enginesTurn(store.state);
    play.since = paused || play.clock.kind === 'none' ? null : now;
  });
}

/**
 * @param {Store} store
 * @param {Side} winner
 * @param {Result['why']} why
 */
function finish(store, winner, why) {
  const { state } = store;
  const now = performance.now();
  const left = { white: timeLeft(state, 'white', now), black: timeLeft(state, 'black', now) };
  changePlay(store, (play) => Object.assign(play, { result: { winner, why }, left, since: null, thinking: false }));
}

/**
 * Ends the game when the server says that nobody can move, or a clock has run out.
 * @param {Store} store
 */
export function mount(store) {
  const look = () => {
    const { state } = store;
    const { head, result } = state.play;
    if (head === null || result) return;
    const node = nodeOf(state.game, head);
    if (state.legal[node.board]?.size === 0) finish(store, other(node.toMove), 'moves');
  };
  store.subscribe(look);
  setInterval(() => {
    const { state } = store;
    if (state.play.head === null || state.play.since === null || state.play.result) return;
    const side = nodeOf(state.game, state.play.head).toMove;
    if (timeLeft(state, side, performance.now()) <= 0) finish(store, other(side), 'time');
  }, TICK);
}

/**
 * Runs something that asks the server, and tells its sentence if it refuses.
 * @param {Store} store
 * @param {() => Promise<unknown>} work
 */
export async function attempt(store, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError && error.gone) setOnline(store, false);
    else notify(store, error instanceof Error ? error.message : String(error), 'error');
  }
}
