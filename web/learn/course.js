// The state of the course: the step, its board and the feedback. The user's own game is put aside and comes back at the
// end. A wrong move is taken back, with the reason.

import { ask, sentence } from '../api.js';
import { afterMove, boardFacts } from '../boards.js';
import { bothLeft } from '../clock.js';
import { read, write } from '../settings.js';
import { addLine, changePlay, currentBoard, currentNode, goTo, setGame, setOverlays, state, update } from '../state.js';
import { byMargin, t } from '../text.js';
import { newGame } from '../tree.js';
import { isDivided, judgeAnswer, judgeMove, scoreOf } from './judge.js';
import { STEPS } from './steps.js';

const KEY = 'otrera.course';
const OWNER = 'lesson';

/** The opponent of the guided game: its level and time in seconds, and the time for comments. */
const OPPONENT = { level: 1, time: 0.3 };
const COMMENT = 0.4;

/** Lost chance from which a move of the guided game gets a better one shown. */
const NOTICEABLE = 0.15;

/** Counts the starts of steps, so that a late answer about an earlier start is dropped. */
let shown = 0;

/** Numbers of the finished steps. @returns {number[]} */
export const finished = () => read(KEY)?.done ?? [];

export function openCourse() {
  const { game, current, play } = state;
  const kept = { game, current, play: { ...play, left: bothLeft() } };
  const first = STEPS.findIndex((_, index) => !finished().includes(index));
  showStep(Math.max(0, first), kept);
}

/** Shows a step from its start. @param {number} step @param {Lesson['kept']} [kept] */
export function showStep(step, kept = state.lesson?.kept) {
  if (!kept) return;
  shown++;
  setUp(step);
  update(() => (state.lesson = { step, kept, isSolved: false, isBusy: false, words: '', isRight: null }));
}

/** Shows the board of a step, with its goal and with a wrong move. @param {number} step @param {string} [wrong] */
function setUp(step, wrong) {
  const { board, task } = stepAt(step);
  setGame(newGame(board), { head: null });
  setOverlays(OWNER, [
    ...(wrong ? [/** @type {Drawing} */ ({ kind: 'arrow', move: wrong, strength: 0.4 })] : []),
    ...('square' in task ? [/** @type {Drawing} */ ({ kind: 'mark', square: task.square, label: '★', tone: 'good', centred: true })] : []),
  ]);
}

/** Ends the course and shows the user's own game again. */
export function closeCourse() {
  const kept = state.lesson?.kept;
  if (!kept) return;
  shown++;
  update(() => (state.lesson = null));
  setGame(kept.game, { head: kept.play.head, current: kept.current });
  changePlay((play) => Object.assign(play, kept.play, { since: kept.play.since === null ? null : performance.now() }));
}

/** @param {number} step */
export const stepAt = (step) => /** @type {Step} */ (STEPS[step]);

/** True if the board waits for a move of the learner. */
export function mayTry() {
  const { lesson } = state;
  if (!lesson || lesson.isSolved || lesson.isBusy) return false;
  const { kind } = stepAt(lesson.step).task;
  return kind !== 'number' && kind !== 'who' && currentNode().toMove === 'white';
}

/** @param {string} move */
export function tryMove(move) {
  const step = state.lesson?.step ?? 0;
  const { task } = stepAt(step);
  const before = state.current;
  const board = currentBoard();
  goTo(addLine(before, move));
  return judged(step, async (run) => {
    if (task.kind === 'game') return reply(run, board, move);
    const judgement = await judgeMove(task, board, move);
    if (judgement.isRight || run !== shown) return judgement;
    setUp(step, move);
    return judgement;
  }, () => goTo(before));
}

/** @param {string} answer */
export function tryAnswer(answer) {
  const step = state.lesson?.step ?? 0;
  return judged(step, () => judgeAnswer(stepAt(step).task, currentBoard(), answer));
}

/**
 * Runs a judge and shows its words. An error is shown too, after `restore`, so that the user can try again.
 * @param {number} step @param {(run: number) => Promise<Judgement | null>} judge @param {() => void} [restore]
 */
async function judged(step, judge, restore) {
  const run = shown;
  change({ isBusy: true, words: t('learn.looking'), isRight: null });
  try {
    const judgement = await judge(run);
    if (run !== shown) return;
    if (judgement === null) return change({ isBusy: false });
    const { isRight, words } = judgement;
    if (isRight) write(KEY, { done: [...new Set([...finished(), step])] });
    change({ isBusy: false, isSolved: isRight, isRight, words: isRight ? [words, t(`learn.step.${stepAt(step).name}.done`)].filter(Boolean).join(' ') : words });
  } catch (error) {
    if (run !== shown) return;
    restore?.();
    change({ isBusy: false, isRight: false, words: sentence(error) });
  }
}

/**
 * A move of the guided game: a comment on it, and the opponent's reply. The game ends when nothing is contested any more.
 * @param {number} run @param {string} board @param {string} move @returns {Promise<Judgement | null>} null: it goes on
 */
async function reply(run, board, move) {
  const after = afterMove(board, move);
  const over = await gameOver(after);
  if (over || run !== shown) return over;
  const [before, now, answer] = await Promise.all([
    ask('best', { position: board, time: COMMENT, no_book: true }),
    ask('best', { position: after, time: COMMENT, no_book: true }),
    ask('best', { position: after, ...OPPONENT }),
  ]);
  // Asked before the reply is shown, so that the board takes a move as soon as it looks ready.
  const end = await gameOver(afterMove(after, answer.move));
  if (run !== shown) return null;
  goTo(addLine(state.current, answer.move));
  const isBad = before.move !== move && before.chance - (1 - now.chance) >= NOTICEABLE;
  change({ words: isBad ? t('learn.game.better', { move, better: before.move }) : t(before.move === move ? 'learn.game.best' : 'learn.game.good'), isRight: !isBad });
  return end;
}

/** @param {string} board @returns {Promise<Judgement | null>} */
async function gameOver(board) {
  if (boardFacts(board).canMove && !(await isDivided(board))) return null;
  const { winner, margin } = await scoreOf(board);
  return { isRight: true, words: t(winner === 'white' ? 'learn.game.won' : 'learn.game.lost', { by: byMargin(margin) }) };
}

/** @param {Partial<Lesson>} some */
function change(some) {
  update(() => state.lesson && (state.lesson = { ...state.lesson, ...some }));
}
