// The clocks of a game, as arithmetic. `left` holds what each side had when `since` was taken; the side to move at the
// head runs down from there. Three kinds: none, so much for each move, so much for the game and some more for each move.

import { state } from './state.js';
import { nodeOf } from './tree.js';

/** Share of the time for a move that the engine takes, so that the way to it and back fits in. */
const MOVE_SHARE = 0.85;

/** The engine plans for this many more moves with what is left on its clock: half of a long game on 10x10. */
const MOVES_TO_GO = 25;

/** Shortest time worth thinking, in seconds. */
const LEAST = 0.05;

/** @param {Play} play what both have at the start, in milliseconds */
export function fullClocks(play) {
  const all = play.clock.kind === 'none' ? 0 : play.clock.seconds * 1000;
  return { white: all, black: all };
}

/** What a side has left now, in milliseconds. @param {Side} side @param {number} now */
export function timeLeft(side, now) {
  const { play, game } = state;
  const running = play.since !== null && play.head !== null && nodeOf(game, play.head).toMove === side;
  return Math.max(0, play.left[side] - (running ? now - /** @type {number} */ (play.since) : 0));
}

/** What both have left now. */
export function bothLeft() {
  const now = performance.now();
  return { white: timeLeft('white', now), black: timeLeft('black', now) };
}

/** @param {Side} side @param {number} now */
export function afterMoveLeft(side, now) {
  const { clock } = state.play;
  const left = { ...state.play.left, [side]: timeLeft(side, now) };
  if (clock.kind === 'move') left[side] = clock.seconds * 1000;
  if (clock.kind === 'game') left[side] += clock.increment * 1000;
  return left;
}

/** Seconds that the engine may think about its move. @param {Side} side @param {number} now */
export function thinkingTime(side, now) {
  const { clock, seconds } = state.play;
  if (clock.kind === 'none') return seconds;
  const left = timeLeft(side, now) / 1000;
  if (clock.kind === 'move') return Math.max(LEAST, left * MOVE_SHARE);
  return Math.max(LEAST, Math.min(left / 2, left / MOVES_TO_GO + clock.increment * MOVE_SHARE));
}

/** `4:05`, below ten seconds `9.3`. @param {number} milliseconds */
export function clockText(milliseconds) {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
