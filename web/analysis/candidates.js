// The engine's part of the pane: a switch for live analysis, what it thinks, and the moves it considers. Rows stay where
// they are while numbers run, so that whoever points at one does not lose it.

import { addLine, currentBoard, currentNode, goTo, setOverlays } from '../state.js';
import { html, set, setText } from '../svg.js';
import { t } from '../text.js';
import { badge, shape } from '../theory/badge.js';
import { chanceWords, counted, signed, timed, verdictWords } from './format.js';
import { jobAbout, problemOf } from './job.js';
import { liveOf, switchLive } from './live.js';
import { refill, section, show } from './part.js';
import { previewing } from './preview.js';
import { verdict } from './verdict.js';

/** Candidates that are listed, and moves of a line that are written. */
const LISTED = 8;
const WRITTEN = 6;
const COLUMNS = ['move', 'chance', 'ahead', 'visits', 'line'];

/** @param {Store} store @returns {Part} */
export function candidates(store) {
  const toggle = html('button', { type: 'button', class: 'button live-switch', 'aria-pressed': 'false', onclick: () => switchLive(store, !liveOf(store.state).on) });
  const words = html('p', { class: 'verdict-words' });
  const claim = html('span', { class: 'verdict-badge' });
  const status = html('p', { class: 'faint live-status' });
  const rows = Array.from({ length: LISTED }, (_, index) => row(store, index));
  const table = html('table', { class: 'candidates' },
    html('caption', { class: 'unseen' }, t('analysis.candidates.caption')),
    html('thead', {}, html('tr', {}, ...COLUMNS.map((name) => html('th', { scope: 'col', class: `column-${name}` }, t(`analysis.candidates.${name}`))))),
    html('tbody', {}, ...rows.map(({ element }) => element)));
  const element = section('engine', 'analysis.engine',
    html('div', { class: 'verdict' }, html('div', { class: 'verdict-text' }, words, claim), toggle), status, table);

  return {
    element,
    draw(state) {
      const board = currentBoard(state);
      const live = liveOf(state);
      const known = verdict(state, board);
      set(toggle, 'aria-pressed', String(live.on));
      setText(toggle, t(live.on ? 'analysis.live.stop' : 'analysis.live.start'));
      setText(words, known ? verdictWords(known) : t('analysis.verdict.none'));
      refill(claim, known ? `${known.winner} ${known.from}` : '', () => known ? [claimBadge(known)] : []);
      setText(status, statusWords(state, board));
      const list = candidatesOf(state.answers[board]?.best);
      show(table, list.length > 0);
      rows.forEach((one, index) => one.draw(list[index] ?? null));
    },
  };
}

/** @param {Verdict} known */
function claimBadge(known) {
  if (!known.winner) return badge('estimated', t(`analysis.from.${known.from}`));
  return badge('proven', t(`analysis.from.${known.from}.proven`));
}

/**
 * The candidates of a report; one that lists none has at least its move.
 * @param {BestReport | undefined} report
 * @returns {Candidate[]}
 */
export function candidatesOf(report) {
  if (!report?.move) return [];
  if (report.candidates?.length) return report.candidates.slice(0, LISTED);
  const { move, chance, score, proven, line } = report;
  return [{ move, chance: chance ?? 0, score: score ?? 0, proven, visits: 0, line }];
}

/** @param {Store} store @param {number} index */
function row(store, index) {
  /** @type {Candidate | null} */
  let shown = null;
  const line = () => (shown ? fullLine(shown) : []);
  const play = () => {
    if (!shown) return;
    const parent = currentNode(store.state).id;
    goTo(store, addLine(store, parent, [shown.move]));
  };
  const playLine = () => {
    if (shown) addLine(store, currentNode(store.state).id, fullLine(shown));
  };
  const listeners = previewing(store, line);
  const move = html('button', { type: 'button', class: 'move-name', onclick: play, ...listeners });
  const chance = html('td', { class: 'figure' });
  const ahead = html('td', { class: 'figure' });
  const visits = html('td', { class: 'figure column-visits' });
  const rest = html('button', { type: 'button', class: 'line-name', onclick: playLine, ...listeners });
  const element = html('tr', { onpointerenter: listeners.onpointerenter, onpointerleave: listeners.onpointerleave, class: index === 0 ? 'best' : '' },
    html('th', { scope: 'row' }, move), chance, ahead, visits, html('td', { class: 'line' }, rest));
  return {
    element,
    /** @param {Candidate | null} candidate */
    draw(candidate) {
      shown = candidate;
      show(element, candidate !== null);
      if (!candidate) return;
      setText(move, candidate.move);
      set(move, 'title', t('analysis.candidates.play'));
      const words = chanceWords(candidate.chance, candidate.proven);
      // What is proven of a move has the seal of the badges before it.
      refill(chance, `${candidate.proven} ${words}`, () => [candidate.proven && shape('proven'), candidate.proven ? ` ${words}` : words]);
      setText(ahead, candidate.proven ? '' : signed(candidate.score));
      setText(visits, candidate.visits ? counted(candidate.visits) : '');
      const moves = fullLine(candidate);
      const following = moves.slice(1, WRITTEN).join(' ') + (moves.length > WRITTEN ? ' …' : '');
      setText(rest, following);
      set(rest, 'title', t('analysis.candidates.keep'));
      show(rest, following !== '');
    },
  };
}

/** @param {Candidate} candidate its line, which begins with its move */
function fullLine({ move, line }) {
  return line[0] === move ? line : [move, ...line];
}

/** @param {State} state @param {string} board */
function statusWords(state, board) {
  const live = liveOf(state);
  const job = jobAbout(state, 'best', board);
  const report = state.answers[board]?.best;
  if (job && job.place !== null) return t('analysis.waiting', { place: job.place });
  const problem = problemOf(state, 'best', board);
  if (problem && !job) return problem.words;
  if (report && !report.move) return t('analysis.live.over');
  const figures = report ? figuresOf(report) : '';
  if (job) return report ? figures : t('analysis.live.begins');
  if (report) return live.on && live.finished[board] ? `${figures} ${t('analysis.live.finished')}` : figures;
  if (live.on && state.play.thinking) return t('analysis.live.later');
  return live.on ? '' : t('analysis.live.off');
}

/** @param {BestReport} report */
function figuresOf({ depth, nodes, seconds, proven }) {
  // Endings are counted and not searched, so they have no depth.
  if (proven && depth === 0) return t('analysis.live.counted', { time: timed(seconds) });
  return t('analysis.live.figures', { depth, nodes: counted(nodes), time: timed(seconds) });
}

/**
 * Keeps the best move on the board while live analysis is on, thinner than what is pointed at.
 * @param {Store} store
 */
export function drawBest(store) {
  /** @type {string | null} */
  let drawn = null;
  store.subscribe((state) => {
    const isSeen = liveOf(state).on && state.tab === 'analyse' && !state.editor;
    const move = (isSeen && state.answers[currentBoard(state)]?.best?.move) || null;
    const isThere = state.overlays.some(({ owner }) => owner === 'best');
    if (drawn === move && isThere === (move !== null)) return;
    drawn = move;
    setOverlays(store, 'best', move ? [{ kind: 'arrow', move, strength: 0.6 }] : []);
  });
}
