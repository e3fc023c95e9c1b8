// Clock arithmetic. `left` is the remaining time of each side at `since`; from then on the clock of the side to move at
// the head runs. Three kinds: none, a time per move, a time per game with an increment.

import { state } from './state.js';
import { nodeOf } from './tree.js';

/** Share of the time per move that the engine may use; the rest covers the network. */
const MOVE_SHARE = 0.85;

/** Number of moves the engine plans for with its remaining time: half of a long game on 10x10. */
const MOVES_TO_GO = 25;

/** Minimum thinking time, in seconds. */
const LEAST = 0.05;

/** Clocks at the start, in milliseconds. @param {Play} play */
export function fullClocks(play) {
  const all = play.clock.kind === 'none' ? 0 : play.clock.seconds * 1000;
  return { white: all, black: all };
}

/** Remaining time of a side, in milliseconds. @param {Side} side @param {number} now */
export function timeLeft(side, now) {
  const { play, game } = state;
  const running = play.since !== null && play.head !== null && nodeOf(game, play.head).toMove === side;
  return Math.max(0, play.left[side] - (running ? now - /** @type {number} */ (play.since) : 0));
}

/** Remaining time of both sides, in milliseconds. */
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

/** Thinking time of the engine for its next move, in seconds. @param {Side} side @param {number} now */
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
