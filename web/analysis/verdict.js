// The best available judgement of a position, from White's side: a proven winner, else the engine's estimate, else the
// static evaluation.

import { boardFacts, boundedLead, other } from '../boards.js';
import { state } from '../state.js';

/** @param {string} board @returns {Verdict | null} */
export function verdict(board) {
  const toMove = sideOf(board);
  if (!boardFacts(board).canMove) return won(other(toMove), 'over');
  const answers = state.answers[board];
  if (!answers) return null;
  const { solve, score, value, best, review, show } = answers;
  const estimate = estimateFor(board, toMove);
  if (solve && solve.winner !== 'unknown') return won(solve.winner, 'solve');
  if (score) return { ...won(score.winner, 'score'), ahead: score.winner === 'white' ? score.margin : -score.margin };
  const summed = value?.sum && winnerOf(value.sum.outcome, toMove);
  if (summed) return won(summed, 'value');
  for (const [report, from] of /** @type {const} */ ([[best, 'best'], [review, 'review']])) {
    if (report?.proven) return won(report.proven === 'win' ? toMove : other(toMove), from);
  }
  if (best && best.chance !== null) return estimate(best.chance, best.score, 'best');
  if (review) return estimate(review.chance, review.score, 'review');
  if (show?.evaluation) return estimate(show.evaluation.chance, show.evaluation.ahead, 'evaluation');
  return null;
}

/** @param {'L' | 'R' | 'N' | 'P'} outcome @param {Side} toMove */
export function winnerOf(outcome, toMove) {
  if (outcome === 'L') return 'black';
  if (outcome === 'R') return 'white';
  return outcome === 'N' ? toMove : other(toMove);
}

/** @param {string} board */
export const sideOf = (board) => board.endsWith(' b') ? 'black' : 'white';

/** @param {Side} winner @param {Verdict['from']} from */
function won(winner, from) {
  return { white: winner === 'white' ? 1 : 0, winner, ahead: null, from };
}

/**
 * Turns estimates for the side to move into verdicts.
 * @param {string} board @param {Side} toMove
 * @returns {(chance: number, ahead: number | null, from: Verdict['from']) => Verdict}
 */
function estimateFor(board, toMove) {
  const isWhite = toMove === 'white';
  return (chance, ahead, from) => {
    const lead = ahead === null ? null : boundedLead(board, ahead);
    return { white: isWhite ? chance : 1 - chance, winner: null, ahead: lead === null || isWhite ? lead : -lead, from };
  };
}
