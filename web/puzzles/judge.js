// Judges the answers to puzzles. The right ones are listed; the server shows what is wrong with the others.

import { ask } from '../api.js';
import { afterMove, readBoard } from '../boards.js';
import { amount, movesWords, t } from '../text.js';

/** Time limit of a question, in seconds. The boards are small: answers take milliseconds. */
const SECONDS = 10;

/** @param {Puzzle} puzzle @param {string} answer a move, or the label of an area @returns {Promise<Finding>} */
export async function judge(puzzle, answer) {
  const { kind, board, answers } = puzzle;
  if (kind === 'zugzwang') return judgeArea(puzzle, answer);
  const after = afterMove(board, answer);
  if (answers.includes(answer)) return { isRight: true, words: [t(`puzzles.right.${kind}`), othersOf(puzzle)].filter(Boolean).join(' ') };
  return kind === 'fill' ? refuteFilling(board, after) : refute(after);
}

/** The other right moves, as a sentence. @param {Puzzle} puzzle */
function othersOf({ answers }) {
  return answers.length > 1 ? t('puzzles.right.one', { count: answers.length }) : '';
}

/** The line of best play against a move that loses. @param {string} after @returns {Promise<Finding>} */
async function refute(after) {
  const { margin, line } = await ask('score', { position: after, time: SECONDS });
  const [reply] = line;
  return { isRight: false, reply, words: t(`puzzles.wrong.${amount(margin)}`, { reply, margin }) };
}

/** The squares that no filling can use any more. @param {string} before @param {string} after @returns {Promise<Finding>} */
async function refuteFilling(before, after) {
  const [possible, left] = await Promise.all([before, after].map((board) => fillingOf(board)));
  let board = after;
  for (const move of left?.line ?? []) board = whiteToMove(afterMove(whiteToMove(board), move));
  const lost = Object.entries(readBoard(board).squares).filter(([, piece]) => piece === '.').map(([square]) => square);
  return { isRight: false, lost, words: t('puzzles.wrong.fill', { made: 1 + (left?.moves ?? 0), possible: possible?.moves ?? 0 }) };
}

/** White's moves in all its territories. @param {string} board */
async function fillingOf(board) {
  const { areas } = await ask('territory', { position: board, time: SECONDS });
  return {
    moves: areas.reduce((/** @type {number} */ sum, /** @type {{moves: number}} */ { moves }) => sum + moves, 0),
    line: areas.flatMap((/** @type {{line: string[]}} */ { line }) => line),
  };
}

/** @param {string} board */
const whiteToMove = (board) => board.replace(/ b$/, ' w');

/** Moving first costs or gains moves: what it does in the chosen area is said and shown. @param {Puzzle} puzzle @param {string} label @returns {Promise<Finding>} */
async function judgeArea({ board, answers }, label) {
  const { areas } = await ask('areas', { position: board, basic: true });
  const area = areas.find((/** @type {AreaReport} */ { label: name }) => name === label);
  const [black, white] = await Promise.all(['b', 'w'].map((side) => ask('score', { position: area.board, to_move: side, time: SECONDS })));
  const gain = aheadOf(black) - aheadOf(white);
  const isRight = answers.includes(label);
  const words = t(isRight ? 'puzzles.right.zugzwang' : 'puzzles.wrong.zugzwang', { area: label, moves: movesWords(Math.abs(gain)) });
  return { isRight, words, reply: isRight ? null : white.line[0] };
}

/** The moves that Black makes and has left, less White's. @param {{winner: Side, margin: number, to_move: Side}} score */
function aheadOf({ winner, margin, to_move: side }) {
  // The winner's margin counts after the loser's last move: it is one more for a side that began.
  const ahead = winner === side ? margin + 1 : -margin;
  return side === 'black' ? ahead : -ahead;
}
