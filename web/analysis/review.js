// The whole game, move by move: `analyze` looks at every position of the line that is shown, and tells what each move
// cost. What it finds is kept as it comes, so the graph grows while it works and a cancelled review is not lost.

import { ask } from '../api.js';
import { goTo, learn, setMarks } from '../state.js';
import { html, set, setText } from '../svg.js';
import { number, percent, t } from '../text.js';
import { shape } from '../theory/badge.js';
import { lineThrough, nodeOf } from '../tree.js';
import { sideName } from './format.js';
import { cancel, inWords, jobOf, start } from './job.js';
import { press, refill, show, showOne } from './part.js';
import { preview } from './preview.js';

/** Seconds for a position that can be chosen. */
const PACES = [0.2, 0.5, 1, 3];
const USUAL = 0.5;

/** @param {State} state @returns {Review} */
function reviewOf(state) {
  return state.panes.review ?? { problem: '', finished: false };
}

/** @param {Store} store @returns {Part} */
export function review(store) {
  const pace = html('select', { id: 'review-pace' },
    ...PACES.map((seconds) => html('option', { value: seconds, selected: seconds === USUAL }, t('analysis.seconds', { seconds: number(seconds) }))));
  const begin = press('analysis.review.start', () => void analyse(store, Number(pace.value)));
  const stop = press('analysis.review.cancel', () => cancel(store));
  const progress = html('progress', { class: 'progress', 'aria-label': t('analysis.review.progress') });
  const words = html('p', { class: 'faint', role: 'status' });
  const list = html('ol', { class: 'mistakes', 'aria-label': t('analysis.review.mistakes') });
  const element = html('div', { class: 'review' },
    html('div', { class: 'row' }, begin, stop, html('label', { class: 'pace' }, html('span', {}, t('analysis.review.pace')), pace)), progress, words, list);
  return {
    element,
    draw(state) {
      const job = jobOf(state);
      const isRunning = job?.name === 'analyze';
      showOne([begin, stop], isRunning ? stop : begin);
      show(progress, isRunning);
      const done = job?.progress?.done ?? 0;
      const of = job?.progress?.of ?? lineThrough(state.game, state.current).length;
      if (isRunning) {
        set(progress, 'max', of);
        set(progress, 'value', done);
      }
      const marks = Object.entries(state.marks).map(([id, report]) => ({ id: Number(id), report }));
      const mistakes = marks.filter(({ id, report }) => report?.mark && state.game.nodes.has(id)).sort((a, b) => a.report.number - b.report.number);
      setText(words, statusWords(state, isRunning ? { done, of, place: job.place } : null, mistakes.length));
      refill(list, JSON.stringify(mistakes), () => mistakes.map(({ id, report }) => item(store, id, report)));
      mistakes.forEach(({ id }, index) => {
        const at = list.children[index];
        at?.classList.toggle('current', id === state.current);
        if (at?.firstElementChild) set(at.firstElementChild, 'aria-current', id === state.current ? 'true' : null);
      });
      show(list, mistakes.length > 0);
    },
  };
}

/** @param {State} state @param {{done: number, of: number, place: number | null} | null} progress @param {number} mistakes */
function statusWords(state, progress, mistakes) {
  const { problem, finished } = reviewOf(state);
  if (progress) {
    if (progress.place !== null) return t('analysis.waiting', { place: progress.place });
    // Said in tenths: a status that changes with every position would never be quiet.
    const tenth = progress.of ? Math.floor((progress.done / progress.of) * 10) * 10 : 0;
    return t('analysis.review.working', { percent: percent(tenth / 100) });
  }
  if (problem) return problem;
  if (Object.keys(state.marks).length === 0) return t('analysis.review.none');
  if (mistakes === 0) return t('analysis.review.clean');
  return finished ? t('analysis.review.done', { count: mistakes }) : '';
}

/** @param {Store} store @param {number} id @param {MoveReport} report */
function item(store, id, report) {
  const kind = { '?!': 'doubtful', '?': 'mistake', '??': 'blunder', '': '' }[report.mark];
  const words = t('analysis.review.item', {
    number: report.number, side: sideName(report.side), before: percent(report.before), after: percent(report.after),
  });
  const better = () => {
    const parent = nodeOf(store.state.game, id).parent;
    if (parent === null) return;
    goTo(store, parent);
    preview(store, [report.best]);
  };
  const known = report.proven ? [' ', shape('proven'), ` ${t(`analysis.review.proven.${report.proven}`)}`] : [];
  return html('li', { class: 'mistake-item' },
    html('button', { type: 'button', class: 'mistake-move', onclick: () => goTo(store, id) },
      html('span', { class: `sign ${kind}` }, report.mark),
      html('span', { class: 'mistake-name' }, `${Math.ceil(report.number / 2)}${report.number % 2 ? '.' : '…'} ${report.move}`),
      html('span', { class: 'mistake-words' }, `${t(`analysis.mark.${report.mark}`)}, ${words}`, ...known)),
    html('button', { type: 'button', class: 'line-name', onclick: better }, t('analysis.review.better', { move: report.best })));
}

/** @param {Store} store @param {number} seconds */
async function analyse(store, seconds) {
  const line = lineThrough(store.state.game, store.state.current);
  const [root] = line;
  if (!root) return;
  tell(store, { problem: '', finished: false });
  try {
    const nodes = line.map((node, index) => ({ parent: index === 0 ? null : index - 1, move: node.move, comment: '' }));
    const { sgf } = await ask('record', { board: root.board, nodes });
    /** @type {AnalyzeReport | null} */
    const report = await start(store, 'analyze', root.board, { position: sgf, time: seconds }, ({ position }) => {
      if (position) learn(store, position.board, 'review', position);
    });
    if (!report) return;
    for (const position of report.positions) learn(store, position.board, 'review', position);
    setMarks(store, Object.fromEntries(report.moves.map((played, index) => [line[index + 1]?.id ?? -1, played])));
    tell(store, { problem: '', finished: true });
  } catch (error) {
    tell(store, { problem: inWords(error), finished: false });
  }
}

/** @param {Store} store @param {Review} review */
function tell(store, review) {
  store.update((state) => void (state.panes.review = review));
}
