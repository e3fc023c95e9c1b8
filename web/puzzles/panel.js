// The panel of the puzzles and of the retry of mistakes, in place of the other panels: task, feedback, the way on, and the
// choice of puzzles.

import { refill, show } from '../analysis/part.js';
import { KINDS as MARKS } from '../analysis/format.js';
import { state, watch } from '../state.js';
import { html, set, setText } from '../svg.js';
import { number, sideName, t } from '../text.js';
import { button, list } from '../widgets.js';
import { choose, closePuzzles, problemNow, showAnswer, showNext, showProblem, tryAgain, tryArea } from './exercise.js';
import { GRADES, isSolved, KINDS, progress } from './list.js';

/** Labels of the areas of a zugzwang. */
const LABELS = ['A', 'B', 'C'];

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = html('h2.headline', { tabindex: -1 });
  const about = html('p.puzzle-about');
  const why = html('p.puzzle-why');
  const task = html('p.lesson-task');
  const answers = html('div.actions');
  const feedback = html('p.lesson-feedback', { role: 'status' });
  const ways = html('div.actions');
  const choices = html('div.puzzle-choices');
  const counted = html('p.faint');
  const bar = html('progress.progress', { max: 1 });
  element.append(heading, about, task, why, answers, feedback, ways, choices, counted, bar);
  let drawn = '';
  watch(() => {
    const { puzzle, settings } = state;
    const problem = problemNow();
    show(element, puzzle !== null);
    if (!puzzle) return void (drawn = '');
    const title = titleOf(puzzle, problem);
    setText(heading, title);
    document.title = `${title} · Otrera`;
    setText(about, problem?.puzzle ? t('puzzles.grade', { grade: problem.puzzle.grade }) : problem ? markOf(problem.mistake.report) : '');
    setText(task, problem?.puzzle ? t(`puzzles.${problem.puzzle.kind}.task`) : problem ? t('retry.task', { side: sideName(problem.mistake.report.side) }) : t('puzzles.none'));
    setText(why, problem?.mistake ? puzzle.why || t('retry.looking') : '');
    show(why, problem?.mistake !== undefined);
    setText(feedback, puzzle.words);
    set(feedback, 'class', `lesson-feedback ${puzzle.isRight === null ? '' : puzzle.isRight ? 'right' : 'wrong'}`);
    const isPuzzles = puzzle.kind === 'puzzles';
    const { done, count } = isPuzzles ? progress() : { done: puzzle.mended.length, count: puzzle.problems.length };
    setText(counted, t(isPuzzles ? 'puzzles.progress' : 'retry.progress', { done: number(done), count: number(count) }));
    set(bar, 'value', count ? done / count : 0);
    set(bar, 'aria-label', t(isPuzzles ? 'puzzles.progress' : 'retry.progress', { done, count }));
    const isOpened = drawn === '';
    const key = JSON.stringify([puzzle.kind, puzzle.filter, puzzle.index, puzzle.isSolved, puzzle.isBusy, puzzle.isRefuted, done, settings.language]);
    if (key === drawn) return;
    drawn = key;
    const focused = element.contains(document.activeElement) ? document.activeElement?.closest('[data-way]')?.getAttribute('data-way') : null;
    refill(answers, key, () => areaButtons(puzzle, problem));
    refill(ways, key, () => wayButtons(puzzle, problem));
    refill(choices, key, () => (isPuzzles ? choiceLists(puzzle) : []));
    if (isOpened) heading.focus();
    else if (focused || puzzle.isRefuted) focusOn(element, heading, focused ?? null, puzzle);
  });
}

/** The focus stays in the panel: on the way on after an answer, else on the same control. @param {HTMLElement} element @param {HTMLElement} heading @param {string | null} name @param {Exercise} puzzle */
function focusOn(element, heading, name, { isSolved: isDone, isRefuted, isBusy }) {
  if (isBusy && name === null) return;
  const wanted = isDone ? 'next' : isRefuted ? 'again' : name;
  const holder = wanted && element.querySelector(`[data-way="${wanted}"]`);
  const control = holder && (holder.matches('button') ? holder : holder.querySelector('select'));
  /** @type {HTMLElement} */ (control || heading).focus();
}

/** @param {Exercise} puzzle @param {Challenge | undefined} problem */
function titleOf({ kind, index, problems }, problem) {
  const place = { number: index + 1, count: problems.length };
  if (kind === 'retry') return t('retry.title', place);
  return problem?.puzzle ? t('puzzles.title', { ...place, name: t(`puzzles.${problem.puzzle.kind}`) }) : t('puzzles');
}

/** @param {MoveReport} report */
const markOf = ({ number: move, side, mark }) => t('retry.about', { number: Math.ceil(move / 2), side: sideName(side), mark: MARKS[mark] ? t(`mark.${mark}`) : '' });

/** @param {Exercise} puzzle @param {Challenge | undefined} problem */
function areaButtons({ isSolved: isDone, isBusy }, problem) {
  if (problem?.puzzle?.kind !== 'zugzwang' || isDone || isBusy) return [];
  return LABELS.map((label) => way(`area-${label}`, button({ text: t('puzzles.area', { label }), click: () => void tryArea(label) })));
}

/** @param {Exercise} puzzle @param {Challenge | undefined} problem */
function wayButtons({ kind, isSolved: isDone, isRefuted, problems }, problem) {
  const hasNext = problems.length > 1;
  return [
    isRefuted && way('again', button({ icon: 'undo', text: t('puzzles.again'), kind: 'primary', click: tryAgain })),
    hasNext && way('next', button({ icon: 'go', text: t(kind === 'retry' ? 'retry.next' : 'puzzles.next'), kind: isDone ? 'primary' : 'plain', click: showNext })),
    !isDone && problem && way('answer', button({ text: t('puzzles.answer'), click: showAnswer })),
    way('close', button({ icon: 'close', text: t(kind === 'retry' ? 'retry.close' : 'puzzles.close'), click: closePuzzles })),
  ];
}

/** @param {Exercise} puzzle */
function choiceLists({ filter, problems, index }) {
  const kinds = [{ value: 'all', text: t('puzzles.kind.all') }, ...KINDS.map((kind) => ({ value: kind, text: t(`puzzles.${kind}`) }))];
  const grades = [{ value: '0', text: t('puzzles.grade.all') }, ...GRADES.map((grade) => ({ value: String(grade), text: t(`puzzles.grade.${grade}`) }))];
  const names = problems.map(({ puzzle }, place) => ({ value: String(place), text: `${place + 1}${puzzle && isSolved(puzzle) ? ' ✓' : ''}` }));
  return [
    way('kind', list(t('puzzles.kind'), kinds, filter.kind, (kind) => choose({ kind: /** @type {PuzzleKind | 'all'} */ (kind) }))),
    way('grade', list(t('puzzles.difficulty'), grades, String(filter.grade), (grade) => choose({ grade: Number(grade) }))),
    names.length > 0 && way('number', list(t('puzzles.number'), names, String(index), (place) => showProblem(Number(place)))),
  ];
}

/** Names a control, so that the focus finds it again. @template {HTMLElement} E @param {string} name @param {E} element */
function way(name, element) {
  element.setAttribute('data-way', name);
  return element;
}
