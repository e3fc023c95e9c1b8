// The game review: `analyze` examines every position of the shown line and rates each move. Results are stored as they
// arrive, so the graph grows meanwhile and a cancelled review is not lost.

import { ask, sentence } from '../api.js';
import { currentLine, goTo, nodeAt, setMarks, state, storeAnswer, update } from '../state.js';
import { html, set, setText } from '../svg.js';
import { mistakes as ownMistakes } from '../puzzles/retry.js';
import { openRetry } from '../puzzles/exercise.js';
import { number, percent, sideName, t } from '../text.js';
import { shape } from '../theory/badge.js';
import { KINDS } from './format.js';
import { cancel, jobOf, start } from './job.js';
import { refill, show, showOne, textButton } from './part.js';
import { preview } from './preview.js';

/** Seconds per position. */
const PACES = [0.2, 0.5, 1, 3];
const USUAL = 0.5;

const reviewOf = () => state.panes.review ?? { problem: '', finished: false };

export function review() {
  const pace = html('select', { id: 'review-pace' },
    ...PACES.map((seconds) => html('option', { value: seconds, selected: seconds === USUAL }, t('seconds', { seconds: number(seconds) }))));
  const begin = textButton('review.start', () => void startReview(Number(pace.value)));
  const stop = textButton('review.cancel', () => cancel());
  const again = textButton('retry.begin', openRetry);
  const progress = html('progress.progress', { 'aria-label': t('review.progress') });
  const words = html('p.faint', { role: 'status' });
  const list = html('ol.mistakes', { 'aria-label': t('review.mistakes') });
  const element = html('div.review',
    html('div.row', begin, stop, html('label.pace', html('span', t('review.pace')), pace)), progress, words, again, list);
  return {
    element,
    draw() {
      const job = jobOf();
      const isRunning = job?.name === 'analyze';
      showOne([begin, stop], isRunning ? stop : begin);
      show(progress, isRunning);
      show(again, !isRunning && ownMistakes().length > 0);
      const done = job?.progress?.done ?? 0;
      const of = job?.progress?.of ?? currentLine().length;
      if (isRunning) {
        set(progress, 'max', of);
        set(progress, 'value', done);
      }
      const marks = Object.entries(state.marks).map(([id, report]) => ({ id: Number(id), report }));
      const mistakes = marks.filter(({ id, report }) => report?.mark && state.game.nodes.has(id)).sort((a, b) => a.report.number - b.report.number);
      setText(words, statusWords(isRunning ? { done, of, place: job.place } : null, mistakes.length));
      refill(list, JSON.stringify(mistakes), () => mistakes.map(({ id, report }) => item(id, report)));
      mistakes.forEach(({ id }, index) => {
        const at = list.children[index];
        at?.classList.toggle('current', id === state.current);
        if (at?.firstElementChild) set(at.firstElementChild, 'aria-current', id === state.current ? 'true' : null);
      });
      show(list, mistakes.length > 0);
    },
  };
}

/** @param {{done: number, of: number, place: number | null} | null} progress @param {number} mistakes */
function statusWords(progress, mistakes) {
  const { problem, finished } = reviewOf();
  if (progress) {
    if (progress.place !== null) return t('waiting', { place: progress.place });
    // In steps of 10 %, so that screen readers do not read every position.
    const tenth = progress.of ? Math.floor((progress.done / progress.of) * 10) * 10 : 0;
    return t('review.working', { percent: percent(tenth / 100) });
  }
  if (problem) return problem;
  if (Object.keys(state.marks).length === 0) return t('review.none');
  if (mistakes === 0) return t('review.clean');
  return finished ? t('review.done', { count: mistakes }) : '';
}

/** @param {number} id @param {MoveReport} report */
function item(id, report) {
  const kind = KINDS[report.mark];
  const words = t('review.item', {
    number: report.number, side: sideName(report.side), before: percent(report.before), after: percent(report.after),
  });
  const better = () => {
    const parent = nodeAt(id).parent;
    if (parent === null) return;
    goTo(parent);
    preview([report.best]);
  };
  const known = report.proven ? [' ', shape('proven'), ` ${t(`review.proven.${report.proven}`)}`] : [];
  return html('li.mistake-item',
    html('button.mistake-move', { onclick: () => goTo(id) },
      html('span', { class: `sign ${kind}` }, report.mark),
      html('span.mistake-name', `${Math.ceil(report.number / 2)}${report.number % 2 ? '.' : '…'} ${report.move}`),
      html('span.mistake-words', `${t(`mark.${report.mark}`)}, ${words}`, ...known)),
    html('button.line-name', { onclick: better }, t('review.better', { move: report.best })));
}

/** Reviews the shown line. @param {number} seconds per position */
export async function startReview(seconds) {
  const line = currentLine();
  const [root] = line;
  if (!root) return;
  setReview({ problem: '', finished: false });
  try {
    const nodes = line.map((node, index) => ({ parent: index === 0 ? null : index - 1, move: node.move, comment: '' }));
    const { sgf } = await ask('record', { board: root.board, nodes });
    /** @type {AnalyzeReport | null} */
    const report = await start('analyze', root.board, { position: sgf, time: seconds }, ({ position }) => {
      if (position) storeAnswer(position.board, 'review', position);
    });
    if (!report) return;
    for (const position of report.positions) storeAnswer(position.board, 'review', position);
    setMarks(Object.fromEntries(report.moves.map((played, index) => [line[index + 1]?.id ?? -1, played])));
    setReview({ problem: '', finished: true });
  } catch (error) {
    setReview({ problem: sentence(error), finished: false });
  }
}

/** @param {Review} review */
function setReview(review) {
  update(() => (state.panes.review = review));
}
