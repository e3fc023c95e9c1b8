// The engine's verdict, the switch for live analysis, and the table of candidate moves. Rows are reused while figures
// change, so that hover and focus persist.

import { boundedLead } from '../boards.js';
import { addLine, currentBoard, goTo, setOverlays, state, subscribe } from '../state.js';
import { html, set, setText } from '../svg.js';
import { t } from '../text.js';
import { badge, shape } from '../theory/badge.js';
import { chanceWords, compact, duration, signed, verdictWords } from './format.js';
import { jobAbout, problemOf } from './job.js';
import { liveOf, switchLive } from './live.js';
import { moveWords, refill, section, show } from './part.js';
import { previewing } from './preview.js';
import { verdict } from './verdict.js';

/** Maximum number of candidates, and of moves shown per line. */
const LISTED = 8;
const WRITTEN = 6;
const COLUMNS = ['move', 'chance', 'ahead', 'visits', 'line'];

export function candidates() {
  const toggle = html('button.button.live-switch', { 'aria-pressed': 'false', onclick: () => switchLive(!liveOf().on) });
  const words = html('p.verdict-words');
  const claim = html('span.verdict-badge');
  const status = html('p.faint.live-status');
  const rows = Array.from({ length: LISTED }, (_, index) => row(index));
  const table = html('table.candidates',
    html('caption.unseen', t('candidates.caption')),
    html('thead', html('tr', ...COLUMNS.map((name) => html('th', { scope: 'col', class: `column-${name}` }, t(`candidates.${name}`))))),
    html('tbody', ...rows.map(({ element }) => element)));
  const element = section('engine', 'engine',
    html('div.verdict', html('div.verdict-text', words, claim), toggle), status, html('div.candidates-frame', table));

  return {
    element,
    draw() {
      const board = currentBoard();
      const live = liveOf();
      const known = verdict(board);
      set(toggle, 'aria-pressed', String(live.on));
      setText(toggle, t(live.on ? 'live.stop' : 'live.start'));
      setText(words, known ? verdictWords(known) : t('verdict.none'));
      refill(claim, known ? `${known.winner} ${known.from}` : '', () => known ? [claimBadge(known)] : []);
      setText(status, statusWords(board));
      const list = candidatesOf(state.answers[board]?.best);
      show(table, list.length > 0);
      rows.forEach((one, index) => one.draw(list[index] ?? null));
    },
  };
}

/** @param {Verdict} known */
function claimBadge(known) {
  if (!known.winner) return badge('estimated', t(`from.${known.from}`));
  return badge('proven', t(`from.${known.from}.proven`));
}

/**
 * Candidates of a report, in the order of the figures that are shown. A report without a list yields its best move.
 * @param {BestReport | undefined} report
 */
export function candidatesOf(report) {
  if (!report?.move) return [];
  if (report.candidates?.length) return report.candidates.toSorted((a, b) => worth(b) - worth(a) || Math.round(10 * b.score) - Math.round(10 * a.score) || b.visits - a.visits).slice(0, LISTED);
  const { move, chance, score, proven, line } = report;
  return [{ move, chance: chance ?? 0, score: score ?? 0, proven, visits: 0, line }];
}

/** Proven wins first and proven losses last; between them the chance in whole percent. @param {Candidate} candidate */
function worth({ chance, proven }) {
  return proven === 'win' ? 200 : proven === 'loss' ? -100 : Math.round(Number((chance * 1000).toFixed()) / 10);
}

/** @param {number} index */
function row(index) {
  /** @type {Candidate | null} */
  let shown = null;
  const line = () => (shown ? fullLine(shown) : []);
  const play = () => {
    if (!shown) return;
    goTo(addLine(state.current, shown.move));
  };
  const playLine = () => {
    if (shown) addLine(state.current, ...fullLine(shown));
  };
  const listeners = previewing(line);
  const move = html('button.move-name', { onclick: play, ...listeners });
  const chance = html('td.figure');
  const ahead = html('td.figure');
  const visits = html('td.figure.column-visits');
  const lineText = html('span.line-text');
  const rest = html('button.line-name', { onclick: playLine, ...listeners }, lineText);
  const element = html('tr', { onpointerenter: listeners.onpointerenter, onpointerleave: listeners.onpointerleave, class: index === 0 ? 'best' : '' },
    html('th', { scope: 'row' }, move), chance, ahead, visits, html('td.line', rest));
  return {
    element,
    /** @param {Candidate | null} candidate */
    draw(candidate) {
      shown = candidate;
      show(element, candidate !== null);
      if (!candidate) return;
      setText(move, candidate.move);
      set(move, 'title', t('candidates.play'));
      const words = chanceWords(candidate.chance, candidate.proven);
      refill(chance, `${candidate.proven} ${words}`, () => [candidate.proven && shape('proven'), candidate.proven ? ` ${words}` : words]);
      setText(ahead, candidate.proven ? '' : signed(boundedLead(currentBoard(), candidate.score)));
      setText(visits, candidate.visits ? compact(candidate.visits) : '');
      const moves = fullLine(candidate);
      const following = [...moves.slice(1, WRITTEN), ...(moves.length > WRITTEN ? ['…'] : [])];
      refill(lineText, following.join(' '), () => moveWords(following));
      set(rest, 'title', t('candidates.keep'));
      show(rest, following.length > 0);
    },
  };
}

/** The line including the move itself. @param {Candidate} candidate */
const fullLine = ({ move, line }) => line[0] === move ? line : [move, ...line];

/** @param {string} board */
function statusWords(board) {
  const live = liveOf();
  const job = jobAbout('best', board);
  const report = state.answers[board]?.best;
  if (job && job.place !== null) return t('waiting', { place: job.place });
  const problem = problemOf('best', board);
  if (problem && !job) return problem.words;
  if (report && !report.move) return t('live.over');
  const figures = report ? figuresOf(report) : '';
  if (job) return report ? figures : t('live.begins');
  if (report) return live.on && live.finished[board] ? `${figures} ${t('live.finished')}` : figures;
  if (live.on && state.play.thinking) return t('live.later');
  return live.on ? '' : t('live.off');
}

/** @param {BestReport} report */
function figuresOf({ depth, nodes, seconds, proven }) {
  // Endgames are computed without search and have no depth.
  if (proven && depth === 0) return t('live.counted', { time: duration(seconds) });
  return t('live.figures', { depth, nodes: compact(nodes), time: duration(seconds) });
}

/** Draws the best move while live analysis is on, thinner than a preview. */
export function drawBest() {
  /** @type {string | null} */
  let drawn = null;
  subscribe(() => {
    const isSeen = liveOf().on && state.tab === 'analyse' && !state.editor;
    const move = (isSeen && candidatesOf(state.answers[currentBoard()]?.best)[0]?.move) || null;
    const isThere = state.overlays.some(({ owner }) => owner === 'best');
    if (drawn === move && isThere === (move !== null)) return;
    drawn = move;
    setOverlays('best', move ? [{ kind: 'arrow', move, strength: 0.6 }] : []);
  });
}
