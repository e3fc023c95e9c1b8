// The solver: proves who wins with best play, shows its progress, and offers a certificate that another program can
// check.

import { compact, duration } from '../analysis/format.js';
import { askAndStore, cancel, jobOf, problemOf } from '../analysis/job.js';
import { moveWords, refill, section, show, showOne, textButton } from '../analysis/part.js';
import { preview } from '../analysis/preview.js';
import { currentBoard, state } from '../state.js';
import { html, set, setText } from '../svg.js';
import { number, percent, sideName, t } from '../text.js';
import { badge } from './badge.js';
import { chip } from './chips.js';

const SECONDS = 600;
const FILE = 'otrera.certificate';
const FIGURES = /** @type {const} */ (['nodes', 'speed', 'time', 'proof', 'disproof', 'table']);
const WRITTEN = 5;

export function solve() {
  const begin = textButton('solve.start', () => void solveThis(), 'primary');
  const stop = textButton('solve.cancel', () => cancel());
  const words = html('p.faint', { role: 'status' });
  const bar = html('progress.progress', { 'aria-label': t('solve.progress'), max: SECONDS });
  const cells = Object.fromEntries(FIGURES.map((name) => [name, html('dd.figure')]));
  const line = html('dd.line');
  const figures = html('dl.figures', ...FIGURES.map((name) => html('div', html('dt', t(`solve.${name}`)), cells[name])),
    html('div.wide', html('dt', t('solve.line')), line));
  const result = html('div.solved');
  return {
    element: section('solve-part', 'solve', html('div.row', begin, stop), words, bar, figures, result),
    draw() {
      const board = currentBoard();
      const job = jobOf();
      const isRunning = job?.name === 'solve';
      const progress = /** @type {SolveProgress | null} */ (isRunning ? job.progress : null);
      const report = state.answers[board]?.solve;
      set(begin, 'disabled', state.play.thinking);
      const isOffered = state.answers[board]?.areas !== undefined && !wideArea(board) && (!report || report.winner === 'unknown');
      showOne([begin, stop], isRunning ? stop : isOffered ? begin : null);
      show(bar, isRunning);
      show(figures, progress !== null);
      if (isRunning) set(bar, 'value', progress ? Math.min(progress.seconds, SECONDS) : 0);
      setText(words, statusWords(board, report));
      if (progress) {
        const values = figuresOf(progress);
        for (const name of FIGURES) setText(/** @type {Element} */ (cells[name]), values[name]);
        const first = progress.line.slice(0, WRITTEN);
        refill(line, first.join(' '), () => (first.length ? moveWords(first) : ['–']));
      }
      refill(result, report ? `${board} ${report.winner} ${report.certificate?.id}` : '', () => (report ? resultOf(report) : []));
    },
  };
}

/** @param {SolveProgress} progress */
function figuresOf({ nodes, nodes_per_second: speed, seconds, proof, disproof, table_used: used }) {
  return { nodes: compact(nodes), speed: compact(speed), time: duration(seconds), proof: number(proof), disproof: number(disproof), table: percent(used) };
}

/** @param {string} board @param {SolveReport | undefined} report */
function statusWords(board, report) {
  const job = jobOf();
  if (job?.name === 'solve') {
    if (job.place !== null) return t('waiting', { place: job.place });
    return t(job.board === board ? 'solve.working' : 'solve.elsewhere');
  }
  const problem = problemOf('solve', board);
  if (problem) return problem.words;
  const wide = wideArea(board);
  if (wide) return t('solve.toowide', { label: wide });
  if (!report) return t('solve.words');
  return report.winner === 'unknown' ? t('solve.unknown', { nodes: number(report.nodes), time: duration(report.seconds) }) : '';
}

/** @param {SolveReport} report */
function resultOf({ winner, move, to_move: toMove, nodes, seconds, certificate }) {
  if (winner === 'unknown') return [];
  const id = certificate?.id;
  const words = move ? t('solve.by', { side: sideName(winner) }) : t('solve.whatever', { side: sideName(winner), loser: sideName(toMove) });
  return [
    html('p.winner', html('strong', words), ' ', move && chip(move), ' ',
      badge('proven', t(id ? 'solve.sure.certificate' : 'solve.sure'))),
    html('p.faint', t('solve.effort', { nodes: number(nodes), time: duration(seconds) })),
    id !== undefined && certificate !== undefined && html('p.certificate',
      html('a.button', { href: `api/certificates/${encodeURIComponent(id)}`, download: FILE }, t('solve.download')),
      html('span.faint', t('solve.claims', { claims: number(certificate.claims), bytes: number(certificate.bytes) }))),
    id !== undefined && html('p.faint', t('solve.check'), ' ', html('code', `otrera verify ${FILE}`)),
  ];
}

/** Label of an area that is too wide for the solver. @param {string} board */
const wideArea = (board) => state.answers[board]?.areas?.too_wide ?? null;

export async function solveThis() {
  const board = currentBoard();
  if (wideArea(board)) return;
  const report = await askAndStore('solve', board, { time: SECONDS, certificate: true });
  if (report?.move && currentBoard() === board) preview([report.move]);
}
