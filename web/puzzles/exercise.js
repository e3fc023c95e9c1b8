// The state of the puzzles and of the retry of mistakes: the problem, its board and the feedback. The user's own game is put
// aside and comes back at the end. A wrong move stays on the board with its refutation until the user tries again.

import { ask, sentence } from '../api.js';
import { bothLeft } from '../clock.js';
import { addLine, changePlay, currentNode, goTo, notify, setGame, setMarks, setOverlays, setTab, state, update } from '../state.js';
import { t } from '../text.js';
import { newGame } from '../tree.js';
import { judge } from './judge.js';
import { allPuzzles, chosen, isSolved, keepFilter, keepSolved, keptFilter, nextUnsolved } from './list.js';
import { explain, judgeRetry, mistakes } from './retry.js';

const OWNER = 'puzzle';

/** Counts the problems shown, so that a late answer about an old one is dropped. */
let shown = 0;

export async function openPuzzles() {
  try {
    await allPuzzles();
  } catch (error) {
    notify(sentence(error), 'error');
    return;
  }
  if (state.puzzle?.kind === 'puzzles') return;
  closePuzzles();
  const filter = keptFilter();
  const problems = chosen(filter);
  const first = problems.findIndex((puzzle) => !isSolved(puzzle));
  begin({ kind: 'puzzles', filter, problems: problems.map((puzzle) => ({ puzzle })) }, Math.max(0, first));
}

/** Goes through the marked moves of the game. */
export function openRetry() {
  const problems = mistakes().map((mistake) => ({ mistake }));
  if (problems.length > 0) begin({ kind: 'retry', filter: { kind: 'all', grade: 0 }, problems }, 0);
}

/** @param {Pick<Exercise, 'kind' | 'filter' | 'problems'>} some @param {number} index */
function begin(some, index) {
  const { game, current, play, marks, tab } = state;
  const kept = { game, current, marks, tab, play: { ...play, left: bothLeft() } };
  // The other tabs analyse the board, and would give the answer away.
  setTab('play');
  update(() => (state.puzzle = { ...some, index, kept, mended: [], isSolved: false, isBusy: false, isRefuted: false, words: '', isRight: null, why: '' }));
  showProblem(index);
}

/** Changes the choice of puzzles, and shows the first unsolved one. @param {Partial<PuzzleFilter>} some */
export function choose(some) {
  const { puzzle } = state;
  if (!puzzle) return;
  const filter = { ...puzzle.filter, ...some };
  const puzzles = chosen(filter);
  keepFilter(filter);
  change({ filter, problems: puzzles.map((one) => ({ puzzle: one })) });
  if (puzzles.length > 0) showProblem(nextUnsolved(puzzles, -1));
}

/** Shows a problem from its start. @param {number} index @param {string} [why] */
export function showProblem(index, why = '') {
  const problem = state.puzzle?.problems[index];
  if (!problem) return;
  const run = ++shown;
  const { board } = problem.puzzle ?? problem.mistake;
  setGame(newGame(board), { head: null });
  change({ index, isSolved: false, isBusy: false, isRefuted: false, words: '', isRight: null, why });
  if (problem.mistake) {
    setOverlays(OWNER, [{ kind: 'arrow', move: problem.mistake.report.move, strength: 0.3 }]);
    if (!why) void explain(problem.mistake).catch(sentence).then((words) => run === shown && change({ why: words }));
  } else if (problem.puzzle.kind === 'zugzwang') void showAreas(board, run);
}

/** Shows the problem again. */
export function tryAgain() {
  if (state.puzzle) showProblem(state.puzzle.index, state.puzzle.why);
}

/** Shows the next unsolved puzzle, or the next mistake. */
export function showNext() {
  const { puzzle } = state;
  if (!puzzle) return;
  const puzzles = puzzle.problems.flatMap((one) => one.puzzle ?? []);
  showProblem(puzzle.kind === 'puzzles' ? nextUnsolved(puzzles, puzzle.index) : (puzzle.index + 1) % puzzle.problems.length);
}

/** Shows the right answers, without counting the problem as solved. */
export function showAnswer() {
  const problem = problemNow();
  if (!problem) return;
  tryAgain();
  const answers = problem.puzzle ? problem.puzzle.answers : [problem.mistake.report.best];
  if (problem.puzzle?.kind !== 'zugzwang') setOverlays(OWNER, answers.map((move) => ({ kind: 'arrow', move, strength: 0.8 })));
  change({ words: t('puzzles.answer.is', { answer: answers.join(', ') }), isRight: null });
}

/** Ends the puzzles and shows the user's own game again. */
export function closePuzzles() {
  const { puzzle } = state;
  if (!puzzle) return;
  const { game, current, play, marks, tab } = puzzle.kept;
  shown++;
  update(() => (state.puzzle = null));
  setGame(game, { head: play.head, current });
  setMarks(marks);
  changePlay((now) => Object.assign(now, play, { since: play.since === null ? null : performance.now() }));
  setTab(tab);
}

export const problemNow = () => state.puzzle?.problems[state.puzzle.index];

/** True if the board waits for a move of the user. */
export function mayTry() {
  const { puzzle } = state;
  const problem = problemNow();
  if (!puzzle || !problem || puzzle.isSolved || puzzle.isBusy || puzzle.isRefuted) return false;
  return problem.puzzle?.kind !== 'zugzwang' && currentNode().parent === null;
}

/** @param {string} move */
export function tryMove(move) {
  const problem = problemNow();
  if (!problem) return;
  setOverlays(OWNER, []);
  goTo(addLine(state.current, move));
  return judged(problem, () => problem.puzzle ? judge(problem.puzzle, move) : judgeRetry(problem.mistake, move));
}

/** @param {string} label of an area */
export async function tryArea(label) {
  const problem = problemNow();
  if (problem?.puzzle) await judged(problem, () => judge(problem.puzzle, label));
}

/** Runs a judge and shows its words; an error is shown too. @param {Challenge} problem @param {() => Promise<Finding>} ask */
async function judged(problem, ask) {
  const run = shown;
  change({ isBusy: true, words: t('puzzles.looking'), isRight: null });
  const { isRight, words, reply, lost } = await ask().catch((error) => /** @type {Finding} */ ({ isRight: false, words: sentence(error) }));
  const { puzzle } = state;
  if (run !== shown || !puzzle) return;
  if (isRight && problem.puzzle) keepSolved(problem.puzzle);
  const mended = isRight && problem.mistake ? [...new Set([...puzzle.mended, puzzle.index])] : puzzle.mended;
  const isMove = problem.puzzle?.kind !== 'zugzwang';
  change({ isBusy: false, isSolved: isRight, isRefuted: !isRight && isMove, isRight, words, mended });
  const areas = isMove ? [] : state.overlays.filter(({ owner, kind }) => owner === OWNER && kind === 'areas');
  setOverlays(OWNER, [
    ...areas,
    ...(reply ? [/** @type {Drawing} */ ({ kind: 'arrow', move: reply, strength: 0.9 })] : []),
    ...(lost ?? []).map((square) => /** @type {Drawing} */ ({ kind: 'mark', square, label: '×', tone: 'blunder', centred: true })),
  ]);
}

/** Labels the areas of a board. @param {string} board @param {number} run */
async function showAreas(board, run) {
  const { areas } = await ask('areas', { position: board, basic: true });
  const squares = areas.flatMap((/** @type {AreaReport} */ { label, kind, squares: names }, /** @type {number} */ tone) => names.map((name) => [name, { label, tone, kind }]));
  if (run === shown) setOverlays(OWNER, [{ kind: 'areas', squares: Object.fromEntries(squares) }]);
}

/** @param {Partial<Exercise>} some */
function change(some) {
  update(() => state.puzzle && (state.puzzle = { ...state.puzzle, ...some }));
}
