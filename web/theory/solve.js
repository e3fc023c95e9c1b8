// "Solve this": who wins with best play, proven by search. While it works one sees how it goes; what it finds comes with
// a certificate that another program checks.

import { counted, sideName, timed } from '../analysis/format.js';
import { cancel, inquire, jobOf, problemOf } from '../analysis/job.js';
import { press, refill, section, show, showOne } from '../analysis/part.js';
import { preview } from '../analysis/preview.js';
import { currentBoard } from '../state.js';
import { html, set, setText } from '../svg.js';
import { number, percent, t } from '../text.js';
import { badge } from './badge.js';
import { chip } from './chips.js';

/** Seconds that a search may take. */
const SECONDS = 600;
/** What the server calls a certificate. */
const FILE = 'otrera.certificate';
/** What is told while it works. */
const FIGURES = /** @type {const} */ (['nodes', 'speed', 'time', 'proof', 'disproof', 'table']);
/** Moves of the current line that are written. */
const WRITTEN = 5;

/** @param {Store} store @returns {Part} */
export function solve(store) {
  const begin = press('theory.solve.start', () => void solveThis(store), 'primary');
  const stop = press('theory.solve.cancel', () => cancel(store));
  const words = html('p', { class: 'faint', role: 'status' });
  const bar = html('progress', { class: 'progress', 'aria-label': t('theory.solve.progress'), max: SECONDS });
  const cells = Object.fromEntries(FIGURES.map((name) => [name, html('dd', { class: 'figure' })]));
  const line = html('dd', { class: 'line' });
  const figures = html('dl', { class: 'figures' }, ...FIGURES.map((name) => html('div', {}, html('dt', {}, t(`theory.solve.${name}`)), cells[name])),
    html('div', { class: 'wide' }, html('dt', {}, t('theory.solve.line')), line));
  const result = html('div', { class: 'solved' });
  return {
    element: section('solve-part', 'theory.solve', html('div', { class: 'row' }, begin, stop), words, bar, figures, result),
    draw(state) {
      const board = currentBoard(state);
      const job = jobOf(state);
      const isRunning = job?.name === 'solve';
      const progress = /** @type {SolveProgress | null} */ (isRunning ? job.progress : null);
      const report = state.answers[board]?.solve;
      set(begin, 'disabled', state.play.thinking);
      showOne([begin, stop], isRunning ? stop : report && report.winner !== 'unknown' ? null : begin);
      show(bar, isRunning);
      show(figures, progress !== null);
      if (isRunning) set(bar, 'value', progress ? Math.min(progress.seconds, SECONDS) : 0);
      setText(words, statusWords(state, board, report));
      if (progress) {
        const values = figuresOf(progress);
        for (const name of FIGURES) setText(/** @type {Element} */ (cells[name]), values[name]);
        setText(line, progress.line.slice(0, WRITTEN).join(' ') || '–');
      }
      refill(result, report ? `${board} ${report.winner} ${report.certificate?.id}` : '', () => (report ? solved(store, report) : []));
    },
  };
}

/** @param {SolveProgress} progress */
function figuresOf({ nodes, nodes_per_second: speed, seconds, proof, disproof, table_used: used }) {
  return { nodes: counted(nodes), speed: counted(speed), time: timed(seconds), proof: number(proof), disproof: number(disproof), table: percent(used) };
}

/** @param {State} state @param {string} board @param {SolveReport | undefined} report */
function statusWords(state, board, report) {
  const job = jobOf(state);
  if (job?.name === 'solve') {
    if (job.place !== null) return t('analysis.waiting', { place: job.place });
    return t(job.board === board ? 'theory.solve.working' : 'theory.solve.elsewhere');
  }
  const problem = problemOf(state, 'solve', board);
  if (problem) return problem.words;
  if (!report) return t('theory.solve.words');
  return report.winner === 'unknown' ? t('theory.solve.unknown', { nodes: number(report.nodes), time: timed(report.seconds) }) : '';
}

/** @param {Store} store @param {SolveReport} report */
function solved(store, { winner, move, to_move: toMove, nodes, seconds, certificate }) {
  if (winner === 'unknown') return [];
  const id = certificate?.id;
  const words = move ? t('theory.solve.by', { side: sideName(winner) }) : t('theory.solve.whatever', { side: sideName(winner), loser: sideName(toMove) });
  return [
    html('p', { class: 'winner' }, html('strong', {}, words), ' ', move && chip(store, move), ' ',
      badge('proven', t(id ? 'theory.solve.sure.certificate' : 'theory.solve.sure'))),
    html('p', { class: 'faint' }, t('theory.solve.effort', { nodes: number(nodes), time: timed(seconds) })),
    id !== undefined && certificate !== undefined && html('p', { class: 'certificate' },
      html('a', { class: 'button', href: `api/certificates/${encodeURIComponent(id)}`, download: FILE }, t('theory.solve.download')),
      html('span', { class: 'faint' }, t('theory.solve.claims', { claims: number(certificate.claims), bytes: number(certificate.bytes) }))),
    id !== undefined && html('p', { class: 'faint' }, t('theory.solve.check'), ' ', html('code', {}, `otrera verify ${FILE}`)),
  ];
}

/** @param {Store} store */
export async function solveThis(store) {
  const board = currentBoard(store.state);
  const report = await inquire(store, 'solve', board, { time: SECONDS, certificate: true });
  if (report?.move && currentBoard(store.state) === board) preview(store, [report.move]);
}
