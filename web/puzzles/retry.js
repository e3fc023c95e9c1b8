// Retrying one's mistakes: the moves that the review has marked, each as a puzzle, and the reasons in words.

import { ask } from '../api.js';
import { afterMove, other } from '../boards.js';
import { humanSide } from '../play.js';
import { nodeAt, state } from '../state.js';
import { amount, percent, sideName, t } from '../text.js';
import { reasonsOf } from './reasons.js';

/** Chance that a right move may lose at most. */
export const ALLOWED = 0.05;

/** Seconds per position to judge a move, and to find the replies for the reasons. */
const JUDGING = 0.5;
const REPLYING = 0.3;

/** The marked moves of the user, or of both sides where no side is the user's. @returns {Mistake[]} */
export function mistakes() {
  const mine = humanSide();
  const marked = Object.entries(state.marks).filter(([id, report]) => report?.mark && state.game.nodes.has(Number(id)) && (!mine || report.side === mine));
  return marked.map(([id, report]) => ({ board: nodeAt(nodeAt(Number(id)).parent ?? 0).board, report })).sort((a, b) => a.report.number - b.report.number);
}

/** @param {Mistake} mistake @param {string} move @returns {Promise<Finding>} */
export async function judgeRetry({ board, report }, move) {
  if (move === report.best) return { isRight: true, words: t('retry.best') };
  const { moves, positions } = await ask('analyze', { position: board, play: move, time: JUDGING, no_book: true });
  const { loss, mark } = moves[0];
  const words = { loss: percent(loss), allowed: percent(ALLOWED) };
  // A mark is put on a win that is thrown away, however small the loss seems.
  if (loss <= ALLOWED && mark === '') return { isRight: true, words: t('retry.good', words) };
  return { isRight: false, reply: positions[1].best, words: t('retry.wrong', { ...words, reply: positions[1].best ?? '–' }) };
}

/** Says why the move of the game was bad. @param {Mistake} mistake */
export async function explain({ board, report }) {
  const { side, move, best, before, after, proven } = report;
  const positions = [board, await replied(afterMove(board, move)), await replied(afterMove(board, best))];
  const [start, bad, good] = await Promise.all(positions.map(see));
  const reasons = start && bad && good ? reasonsOf({ side, move, before: start, bad, good }) : [];
  const opponent = sideName(other(side));
  return [
    t('retry.played', { move, before: percent(before), after: percent(after) }),
    ...reasons.map((reason) => sentenceOf(reason, opponent)),
    ...(proven === 'loss' ? [t('retry.why.proven', { side: opponent })] : []),
  ].join(' ');
}

/** @param {Reason} reason @param {string} opponent */
function sentenceOf(reason, opponent) {
  const { rule, squares } = reason;
  const place = 'place' in reason ? t(`retry.place.${seenFrom(reason.place)}`) : '';
  if (rule === 'stuck') return t(`retry.why.stuck.${amount(squares)}`, { amazon: reason.amazon, squares });
  return t(`retry.why.${rule}`, { side: opponent, squares, place });
}

/** A place on the board as it is shown, which may be turned. @param {Place} place @returns {Place} */
function seenFrom(place) {
  /** @type {Record<Place, Place>} */
  const turned = { left: 'right', right: 'left', top: 'bottom', bottom: 'top', middle: 'middle' };
  return state.settings.flip ? turned[place] : place;
}

/** The position after the best reply. @param {string} board */
async function replied(board) {
  const { move } = await ask('best', { position: board, time: REPLYING, no_book: true });
  return move ? afterMove(board, move) : board;
}

/** @param {string} board @returns {Promise<Seen>} */
async function see(board) {
  const { areas, evaluation } = await ask('show', { position: board, eval: true });
  return { board, areas, distances: evaluation.queen_distances };
}
