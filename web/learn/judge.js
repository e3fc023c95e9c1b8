// Judges a move of the course. Squares are compared here; everything else is asked of the server: areas, the exact
// margin, the solver.

import { ask } from '../api.js';
import { afterMove, boardFacts, moveParts } from '../boards.js';
import { byMargin, movesWords, sideName, t } from '../text.js';

/** Time limit of a question, in seconds. The boards are small: answers take milliseconds. */
const SECONDS = 10;

/**
 * @param {Task} task @param {string} board before the move @param {string} move
 * @returns {Promise<Judgement>}
 */
export async function judgeMove(task, board, move) {
  const after = afterMove(board, move);
  const { to, arrow } = moveParts(move);
  switch (task.kind) {
    case 'land': return verdict(to === task.square, t('learn.wrong.land', { square: task.square }));
    case 'burn': return verdict(arrow === task.square, t('learn.wrong.burn', { square: task.square }));
    case 'stuck': return verdict(!boardFacts(after).canMove, t('learn.wrong.stuck'));
    case 'enclose': {
      const isClosed = await isDivided(after);
      // Shutting oneself in divides the board too.
      return verdict(isClosed && (await leadOf(after)) > 0, t(isClosed ? 'learn.wrong.inside' : 'learn.wrong.enclose'));
    }
    case 'best': return judgeMargin(board, after);
    default: return judgeWinner(after);
  }
}

/** @param {Task} task @param {string} board @param {string} answer @returns {Promise<Judgement>} */
export async function judgeAnswer(task, board, answer) {
  if (task.kind === 'who') {
    const { winner, margin } = await scoreOf(board);
    return verdict(answer === winner, t('learn.wrong.who'), t('learn.right.who', { side: sideName(winner), by: byMargin(margin) }));
  }
  const { areas } = await ask('territory', { position: board, time: SECONDS });
  const mine = areas.find((/** @type {{owner: Side}} */ { owner }) => owner === 'white');
  return verdict(Number(answer) === mine.moves, t('learn.wrong.number'));
}

/** True if no area is contested. @param {string} board */
export async function isDivided(board) {
  const { areas } = await ask('areas', { position: board });
  return areas.every((/** @type {AreaReport} */ { kind }) => kind !== 'active');
}

/** The winner with best play, and the moves left in the end. @param {string} board @returns {Promise<{winner: Side, margin: number}>} */
export const scoreOf = (board) => ask('score', { position: board, time: SECONDS });

/** White's lead in moves once White has moved; less than 0 if Black wins, who then has made the last move. @param {string} board */
async function leadOf(board) {
  const { winner, margin } = await scoreOf(board);
  return winner === 'white' ? margin : -margin - 1;
}

/** @param {string} board @param {string} after @returns {Promise<Judgement>} */
async function judgeMargin(board, after) {
  const [possible, reached] = await Promise.all([leadOf(board), leadOf(after)]);
  return verdict(reached === possible, t('learn.wrong.best', { moves: movesWords(possible - reached) }));
}

/** A wrong move is answered with the move that refutes it. @param {string} after @returns {Promise<Judgement>} */
async function judgeWinner(after) {
  const { winner, move } = await ask('solve', { position: after, time: SECONDS });
  return verdict(winner === 'white', move ? t('learn.wrong.win', { move }) : t('learn.wrong.loses'));
}

/** @param {boolean} isRight @param {string} why it is wrong @param {string} [more] praise */
const verdict = (isRight, why, more = '') => ({ isRight, words: isRight ? more : why });
