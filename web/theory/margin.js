// By how many moves the winner wins with best play, on request: the moves that she has left when the other side has
// none (docs/scoring.md), and a line of play that gets there.

import { counted, sideName, timed } from '../analysis/format.js';
import { cancel, inquire, jobOf, problemOf } from '../analysis/job.js';
import { press, refill, section, show, showOne } from '../analysis/part.js';
import { previewing } from '../analysis/preview.js';
import { addLine, currentBoard, currentNode } from '../state.js';
import { html, set, setText } from '../svg.js';
import { number, t } from '../text.js';
import { badge } from './badge.js';

/** Seconds that it may take. */
const SECONDS = 300;

/** @param {Store} store @returns {Part} */
export function margin(store) {
  const begin = press('theory.margin.start', () => void inquire(store, 'score', currentBoard(store.state), { time: SECONDS }));
  const stop = press('theory.margin.cancel', () => cancel(store));
  const words = html('p', { class: 'faint', role: 'status' });
  const figures = html('p', { class: 'faint running' });
  const result = html('div', { class: 'solved' });
  return {
    element: section('margin-part', 'theory.margin', html('div', { class: 'row' }, begin, stop), words, figures, result),
    draw(state) {
      const board = currentBoard(state);
      const job = jobOf(state);
      const isRunning = job?.name === 'score';
      const report = state.answers[board]?.score;
      set(begin, 'disabled', state.play.thinking);
      showOne([begin, stop], isRunning ? stop : report ? null : begin);
      setText(words, statusWords(state, board));
      // Running figures stand apart from the status, which is spoken.
      setText(figures, isRunning && job.progress ? t('theory.solve.effort', { nodes: counted(job.progress.nodes), time: timed(job.progress.seconds) }) : '');
      show(figures, isRunning);
      refill(result, report ? board : '', () => (report ? found(store, report) : []));
    },
  };
}

/** @param {State} state @param {string} board */
function statusWords(state, board) {
  const job = jobOf(state);
  if (job?.name === 'score') {
    if (job.place !== null) return t('analysis.waiting', { place: job.place });
    return t('theory.margin.working');
  }
  return problemOf(state, 'score', board)?.words ?? (state.answers[board]?.score ? '' : t('theory.margin.words'));
}

/** @param {Store} store @param {ScoreReport} report */
function found(store, { winner, margin: moves, line, nodes, seconds }) {
  const words = t(moves === 1 ? 'theory.margin.one' : 'theory.margin.many', { side: sideName(winner), count: moves });
  const keep = () => addLine(store, currentNode(store.state).id, line);
  return [
    html('p', { class: 'winner' }, html('strong', {}, words), ' ', badge('proven', t('theory.margin.sure'))),
    line.length > 0 && html('details', { class: 'best-line' }, html('summary', {}, t('theory.margin.line', { count: line.length })),
      html('p', { class: 'line' }, line.join(' ')),
      html('button', { type: 'button', class: 'button', onclick: keep, ...previewing(store, () => line) }, t('theory.margin.keep'))),
    html('p', { class: 'faint' }, t('theory.solve.effort', { nodes: number(nodes), time: timed(seconds) })),
  ];
}
