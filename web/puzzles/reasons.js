// Why a move was bad, by rules. The move and the best one are each followed by the opponent's reply, and the two
// positions are compared: what is walled off, which amazon is shut in, who is nearer to how many squares.

import { moveParts, other, readBoard, squareAt, squareName } from '../boards.js';

/** Least squares that are worth a word. Fewer change with every move. */
const WALLED = 3;
const NEARER = 4;
/** An amazon with at most this many squares to go to is nearly shut in. */
const STUCK = 3;
/** Least contested squares for a move at home to be a waste. */
const CONTESTED = 4;
/** Most reasons given. */
const MOST = 3;

/** Distance of a region's centre from that of the board, in boards, from which it lies at a side. */
const ASIDE = 0.12;

/** The strongest reasons first. @param {Compared} compared @returns {Reason[]} */
export function reasonsOf(compared) {
  const walls = [walled(compared), given(compared)];
  // Squares that are walled off are nearer, too.
  const near = walls.some((wall) => wall !== null) ? null : nearer(compared);
  return [wasted(compared), walls[0] ?? null, stuck(compared), walls[1] ?? null, near].filter((reason) => reason !== null).slice(0, MOST);
}

/** A move inside one's own territory while squares are contested. @param {Compared} compared @returns {Reason | null} */
function wasted({ side, move, before }) {
  const home = new Set(before.areas.filter(({ kind }) => kind === `${side} territory`).flatMap(({ squares }) => squares));
  const contested = emptyOf(before, (kind) => kind === 'active').length;
  const isAtHome = Object.values(moveParts(move)).every((square) => home.has(square));
  return isAtHome && contested >= CONTESTED ? { rule: 'wasted', squares: contested } : null;
}

/** The opponent walls off squares that the best move would have kept open. @param {Compared} compared @returns {Reason | null} */
function walled({ side, before, bad, good }) {
  const isTheirs = (/** @type {string} */ kind) => kind === `${other(side)} territory`;
  return fresh('walled', bad, emptyOf(bad, isTheirs), [...emptyOf(before, isTheirs), ...emptyOf(good, isTheirs)]);
}

/** The best move would have walled off squares for its own side. @param {Compared} compared @returns {Reason | null} */
function given({ side, before, bad, good }) {
  const isOwn = (/** @type {string} */ kind) => kind === `${side} territory`;
  return fresh('given', good, emptyOf(good, isOwn), [...emptyOf(before, isOwn), ...emptyOf(bad, isOwn)]);
}

/** @param {'walled' | 'given'} rule @param {Seen} seen @param {string[]} now @param {string[]} already @returns {Reason | null} */
function fresh(rule, seen, now, already) {
  const squares = now.filter((square) => !already.includes(square));
  return squares.length >= WALLED ? { rule, squares: squares.length, place: placeOf(squares, seen.board) } : null;
}

/** An amazon that could go to many squares can go to few now. @param {Compared} compared @returns {Reason | null} */
function stuck({ side, move, before, bad }) {
  const { from, to } = moveParts(move);
  const [worst] = amazonsOf(bad.board, side)
    .map((square) => ({ amazon: square, squares: reachOf(bad.board, square), was: reachOf(before.board, square === to ? from : square) }))
    .filter(({ squares, was }) => squares <= STUCK && was > 2 * squares + 1)
    .sort((a, b) => a.squares - b.squares || b.was - a.was);
  return worst ? { rule: 'stuck', amazon: worst.amazon, squares: worst.squares } : null;
}

/** The opponent is nearer to more squares than after the best move. @param {Compared} compared @returns {Reason | null} */
function nearer({ side, bad, good }) {
  const squares = nearTo(bad, other(side)) - nearTo(good, other(side));
  return squares >= NEARER ? { rule: 'nearer', squares } : null;
}

/** Empty squares of the areas of some kinds. @param {Seen} seen @param {(kind: string) => boolean} isWanted */
function emptyOf({ board, areas }, isWanted) {
  const pieces = readBoard(board).squares;
  return areas.filter(({ kind }) => isWanted(kind)).flatMap(({ squares }) => squares).filter((square) => pieces[square] === '.');
}

/** @param {string} board @param {Side} side */
function amazonsOf(board, side) {
  return Object.entries(readBoard(board).squares).filter(([, piece]) => piece === (side === 'white' ? 'w' : 'b')).map(([square]) => square);
}

/** Number of squares that a queen's move from a square reaches. @param {string} board @param {string} square */
export function reachOf(board, square) {
  const { squares } = readBoard(board);
  const { column, row } = squareAt(square);
  let count = 0;
  for (const right of [-1, 0, 1]) {
    for (const up of [-1, 0, 1]) {
      if (right === 0 && up === 0) continue;
      for (let step = 1; squares[squareName(column + step * right, row + step * up)] === '.'; step++) count++;
    }
  }
  return count;
}

/** Number of squares that a side reaches in fewer moves. @param {Seen} seen @param {Side} side */
function nearTo({ distances }, side) {
  const own = distances[side].flat();
  const theirs = distances[other(side)].flat();
  return own.filter((distance, index) => (distance ?? Infinity) < (theirs[index] ?? Infinity)).length;
}

/** The part of the board where most of the squares are, with White at the bottom. @param {string[]} squares @param {string} board @returns {Place} */
export function placeOf(squares, board) {
  const { width, height } = readBoard(board);
  const places = squares.map(squareAt);
  const mean = (/** @type {number[]} */ numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const right = (mean(places.map(({ column }) => column)) - (width - 1) / 2) / width;
  const up = (mean(places.map(({ row }) => row)) - (height - 1) / 2) / height;
  if (Math.max(Math.abs(right), Math.abs(up)) < ASIDE) return 'middle';
  if (Math.abs(right) >= Math.abs(up)) return right > 0 ? 'right' : 'left';
  return up > 0 ? 'top' : 'bottom';
}
