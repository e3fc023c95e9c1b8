// A running game: moves and clocks, taking back, resigning, the result. `play.head` is the node where the game
// continues; moves made at other nodes are variations and do not affect it.

import { ask, isGone, sentence } from './api.js';
import { boardFacts, other } from './boards.js';
import { afterMoveLeft, bothLeft, fullClocks, timeLeft } from './clock.js';
import { closeCourse, mayTry, tryMove } from './learn/course.js';
import { keepGame } from './library.js';
import { closePuzzles, mayTry as mayTryPuzzle, tryMove as tryPuzzle } from './puzzles/exercise.js';
import { addLine, changePlay, currentNode, goTo, nodeAt, notify, playOn, setGame, setOnline, setSettings, state, subscribe } from './state.js';
import { t } from './text.js';
import { inVariation, newGame, pathTo, ROOT } from './tree.js';

/** Interval between checks of the clocks, in milliseconds. */
const TICK = 100;

export const atHead = () => state.play.head === state.current;

/** True if the user may move the side to move on the shown board. */
export function mayMove() {
  if (state.editor) return false;
  if (state.lesson) return mayTry();
  if (state.puzzle) return mayTryPuzzle();
  if (!atHead()) return true;
  return !state.play.result && state.play[currentNode().toMove] === 'human';
}

/** The side a human plays against the engine; null without a game or without an engine on exactly one side. */
export function humanSide() {
  const { play } = state;
  if (play.head === null || play.white === play.black) return null;
  return play.white === 'human' ? 'white' : 'black';
}

/** True if the engine is to move at the head of the game. */
function enginesTurn() {
  const { play } = state;
  return play.head !== null && !play.paused && play[nodeAt(play.head).toMove] === 'engine';
}

export const isEngineAlone = () => state.play.white === 'engine' && state.play.black === 'engine';

/** Plays the user's legal move on the shown board. @param {string} move */
export function playMove(move) {
  if (!mayMove()) return;
  if (state.lesson) return void tryMove(move);
  if (state.puzzle) return void tryPuzzle(move);
  if (atHead()) advance(move);
  else goTo(addLine(state.current, move));
}

/** Plays a move at the head of the game. If the head was shown, the new head is. @param {string} move */
export function advance(move) {
  const { head } = state.play;
  if (head === null || state.play.result) return;
  const now = performance.now();
  const left = afterMoveLeft(nodeAt(head).toMove, now);
  const id = playOn(head, move);
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
 * Starts a game. The server turns `start:8x8` into a board.
 * @param {string} position `start:8x8`, or a board @param {GameSetup} setup
 */
export async function beginGame(position, setup) {
  const { board } = await ask('moves', { position });
  replaceGame(newGame(board), { head: ROOT });
  applySetup(setup, ROOT);
}

/**
 * Replaces the game, and offers to restore the old one if it had moves.
 * @param {Game} game @param {Where} where
 */
export function replaceGame(game, where) {
  closeCourse();
  closePuzzles();
  keepGame();
  const left = bothLeft();
  const old = { game: state.game, current: state.current, play: { ...state.play, left } };
  setGame(game, where);
  if (old.game.nodes.size < 2) return;
  notify(t('notice.replaced'), 'note', { text: t('notice.restore'), run: () => {
    setGame(old.game, { head: old.play.head, current: old.current });
    changePlay((play) => Object.assign(play, old.play, { since: old.play.since === null ? null : performance.now() }));
  } });
}

/** Continues the game at `node`. @param {number} node @param {GameSetup} [setup] default: unchanged */
export function playFrom(node, setup) {
  applySetup(setup ?? state.play, node);
  goTo(node);
}

/** @param {GameSetup} setup @param {number} head */
function applySetup({ white, black, level, seconds, clock, names }, head) {
  if (names) Object.assign(state.game.names, { white: names.white, black: names.black });
  resumeAt(head, { white, black, level: { ...level }, seconds, clock });
}

/** Makes a node the head, with the clocks recorded there. @param {number} head @param {Partial<Play>} some */
function resumeAt(head, some) {
  changePlay((play) => {
    Object.assign(play, { head, result: null, paused: false, undone: [], declined: false }, some);
    play.left = nodeAt(head).clock ?? fullClocks(play);
    play.since = play.clock.kind === 'none' ? null : performance.now();
    play.thinking = enginesTurn();
  });
}

/** The head after taking back: before the last move, or against the engine before the human's last move. */
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
  // Two engines would replay the move at once.
  resumeAt(head, { undone, paused: isEngineAlone() });
  goTo(head);
}

/**
 * The winner at the shown node of a game that is not being played: the side to move cannot move, or the record ends here
 * with a result.
 * @returns {Side | null}
 */
export function shownWinner() {
  const { board, toMove, children } = currentNode();
  if (!boardFacts(board).canMove) return other(toMove);
  const isEnd = children.length === 0 && !inVariation(state.game, state.current) && state.current !== ROOT;
  const letter = isEnd ? /^([BW])\+/.exec(state.game.names.result ?? '')?.[1] : undefined;
  return letter ? (letter === 'W' ? 'white' : 'black') : null;
}

/** Resigns for the side to move, or against the engine for the human. */
export function resign() {
  if (state.play.head === null || state.play.result) return;
  const loser = humanSide() ?? nodeAt(state.play.head).toMove;
  endGame({ winner: other(loser), why: 'resigned' });
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

/** @param {Result} result */
export function endGame(result) {
  const left = bothLeft();
  changePlay((play) => Object.assign(play, { result, left, since: null, thinking: false }));
}

/** Begins a new game from the same start, with the players and levels swapped. */
export async function rematch() {
  const { white, black, level, seconds, clock } = state.play;
  await beginGame(nodeAt(ROOT).board, { white: black, black: white, level: { white: level.black, black: level.white }, seconds, clock });
  const human = humanSide();
  if (human) setSettings({ flip: human === 'black' });
}

/** Ends the game when the side to move has no legal move or its clock has run out. */
export function mount() {
  const checkEnd = () => {
    const { head, result } = state.play;
    if (head === null || result) return;
    const node = nodeAt(head);
    if (state.legal[node.board]?.size === 0) endGame({ winner: other(node.toMove), why: 'moves' });
  };
  subscribe(checkEnd);
  setInterval(() => {
    if (state.play.head === null || state.play.since === null || state.play.result) return;
    const side = nodeAt(state.play.head).toMove;
    if (timeLeft(side, performance.now()) <= 0) endGame({ winner: other(side), why: 'time' });
  }, TICK);
}

/**
 * Runs a request and shows its error, by default as a notice.
 * @param {() => Promise<unknown>} work @param {(words: string) => void} [complain]
 */
export async function attempt(work, complain = (words) => notify(words, 'error')) {
  try {
    await work();
  } catch (error) {
    if (isGone(error)) setOnline(false);
    else complain(sentence(error));
  }
}
