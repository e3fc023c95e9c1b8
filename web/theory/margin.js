// The exact margin with best play, on request: the moves the winner has left when the opponent has none
// (docs/internals/scoring.md), and a line that reaches it.

import { compact, duration } from '../analysis/format.js';
import { askAndStore, cancel, jobOf, problemOf } from '../analysis/job.js';
import { moveWords, refill, section, show, showOne, textButton } from '../analysis/part.js';
import { previewing } from '../analysis/preview.js';
import { addLine, currentBoard, state } from '../state.js';
import { html, set, setText } from '../svg.js';
import { byMargin, number, sideName, t } from '../text.js';
import { badge } from './badge.js';

const SECONDS = 300;

export function margin() {
  const begin = textButton('margin.start', () => void scoreThis());
  const stop = textButton('margin.cancel', () => cancel());
  const words = html('p.faint', { role: 'status' });
  const figures = html('p.faint.running');
  const result = html('div.solved');
  return {
    element: section('margin-part', 'margin', html('div.row', begin, stop), words, figures, result),
    draw() {
      const board = currentBoard();
      const job = jobOf();
      const isRunning = job?.name === 'score';
      const report = state.answers[board]?.score;
      set(begin, 'disabled', state.play.thinking);
      showOne([begin, stop], isRunning ? stop : report ? null : begin);
      setText(words, statusWords(board));
      // Separate from the status, which screen readers read.
      setText(figures, isRunning && job.progress ? t('solve.effort', { nodes: compact(job.progress.nodes), time: duration(job.progress.seconds) }) : '');
      show(figures, isRunning);
      refill(result, report ? board : '', () => (report ? resultOf(report) : []));
    },
  };
}

export const scoreThis = () => askAndStore('score', currentBoard(), { time: SECONDS });

/** @param {string} board */
function statusWords(board) {
  const job = jobOf();
  if (job?.name === 'score') {
    if (job.place !== null) return t('waiting', { place: job.place });
    return t('margin.working');
  }
  return problemOf('score', board)?.words ?? (state.answers[board]?.score ? '' : t('margin.words'));
}

/** @param {ScoreReport} report */
function resultOf({ winner, margin: moves, line, nodes, seconds }) {
  const words = t('margin.won', { side: sideName(winner), by: byMargin(moves) });
  const keep = () => addLine(state.current, ...line);
  return [
    html('p.winner', html('strong', words), ' ', badge('proven', t('margin.sure'))),
    line.length > 0 && html('details.best-line', html('summary', t('margin.line', { count: line.length })),
      html('p.line', ...moveWords(line)),
      html('button.button', { onclick: keep, ...previewing(() => line) }, t('candidates.keep'))),
    html('p.faint', t('solve.effort', { nodes: number(nodes), time: duration(seconds) })),
  ];
}
