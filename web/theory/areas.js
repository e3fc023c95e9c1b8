// The areas of the position, each with its kind, size, blockers and value. A row opens to all that is known of it; an
// area that would take too long is said to be open, and may be worked on for longer.

import { counted, timed } from '../analysis/format.js';
import { cancel, jobAbout, problemOf } from '../analysis/job.js';
import { press, refill, section, show, showOne } from '../analysis/part.js';
import { currentBoard } from '../state.js';
import { html, set, setText, svg } from '../svg.js';
import { t } from '../text.js';
import { plainBadge } from './badge.js';
import { choiceOf, choose } from './choice.js';
import { factsOf } from './facts.js';
import { merged } from './merge.js';
import { short } from './notation.js';
import { goOn } from './questions.js';

/** Patterns of the kinds, as lines in a box of 24 by 24; the board has the same. */
const PATTERNS = /** @type {Record<string, string>} */ ({
  'black territory': 'M-2 10L10 -2M-2 22L22 -2M2 26L26 2M14 26L26 14',
  'white territory': 'M-2 14L10 26M-2 2L22 26M2 -2L26 22M14 -2L26 10',
  dead: 'M-2 10L10 -2M-2 22L22 -2M2 26L26 2M14 26L26 14M-2 14L10 26M-2 2L22 26M2 -2L26 22M14 -2L26 10',
});
/** Characters of a value in a row. */
const ROW = 22;

/** @param {Store} store @returns {Part} */
export function areas(store) {
  const colour = box('theory.colour', (checked) => choose(store, { colour: checked }));
  const apart = box('theory.apart', (checked) => choose(store, { apart: checked }));
  const status = html('p', { class: 'faint', role: 'status' });
  const figures = html('p', { class: 'faint running' });
  const longer = press('theory.longer', () => void goOn(store, currentBoard(store.state)));
  const stop = press('theory.stop', () => cancel(store));
  const list = html('div', { class: 'areas' });
  const element = section('areas-part', 'theory.areas', html('div', { class: 'row boxes' }, colour.element, apart.element), list, status, figures, longer, stop);
  return {
    element,
    draw(state) {
      const board = currentBoard(state);
      const choice = choiceOf(state);
      colour.draw(choice.colour);
      apart.draw(choice.apart);
      const known = merged(state.answers[board] ?? {});
      const open = choice.board === board ? choice.open : known.length === 1 ? known.map(({ area }) => area.label) : [];
      const key = [board, ...known.map(({ source, parts }) => `${source}${parts.length}`)].join(' ');
      const focused = [...list.children].findIndex((one) => one.firstElementChild === document.activeElement);
      const isNew = refill(list, key, () => known.map((one) => item(store, one, board, open)));
      if (isNew && focused >= 0) list.children[focused]?.querySelector('summary')?.focus();
      const job = jobAbout(state, 'value', board);
      const isOpen = known.some(({ sure }) => sure === 'open');
      setText(figures, job?.progress ? t('theory.figures', { games: counted(job.progress.games), time: timed(job.progress.seconds) }) : '');
      show(figures, job !== null);
      setText(status, statusWords(state, board, known.length, isOpen));
      const isStoppable = job !== null && Boolean(state.panes.valueLonger?.[board]);
      showOne([longer, stop], isStoppable ? stop : !job && isOpen && Boolean(state.answers[board]?.value || problemOf(state, 'value', board)) ? longer : null);
      set(longer, 'disabled', state.play.thinking);
    },
  };
}

/** @param {State} state @param {string} board @param {number} count @param {boolean} isOpen */
function statusWords(state, board, count, isOpen) {
  const job = jobAbout(state, 'value', board);
  if (job) return job.place !== null ? t('analysis.waiting', { place: job.place }) : t('theory.working');
  const problem = problemOf(state, 'value', board);
  if (!state.answers[board]?.areas) return problem?.words ?? t('theory.looking');
  if (count === 0) return t('theory.burnt');
  if (problem && !problem.isLimit) return problem.words;
  return isOpen ? t(state.panes.valueLonger?.[board] ? 'theory.open.longer' : 'theory.open') : '';
}

/** @param {Store} store @param {KnownArea} known @param {string} board @param {string[]} open */
function item(store, known, board, open) {
  const { area, facts, sure } = known;
  const { label } = area;
  const content = html('div', { class: 'area-content' });
  const point = (/** @type {string | null} */ at) => () => {
    if (choiceOf(store.state).pointed !== at) choose(store, { pointed: at });
  };
  const element = html('details', { class: 'area-item', onpointerenter: point(label), onpointerleave: point(null) },
    html('summary', { onfocus: point(label), onblur: point(null) },
      swatch(known),
      html('span', { class: 'area-head' },
        html('span', { class: 'area-kind' }, t(`theory.kind.${area.kind}`)), html('span', { class: 'area-size' }, t('theory.empty', { count: area.empty }))),
      html('span', { class: 'area-value value' }, ...(facts ? [html('span', { class: 'unseen' }, `${t('theory.fact.value')} `), short(facts.value, ROW)] : [])),
      plainBadge(sure)),
    content);
  const fill = () => refill(content, 'filled', () => details(store, known));
  element.addEventListener('toggle', () => {
    if (element.open) fill();
    const others = openLabels(store.state, board).filter((one) => one !== label);
    choose(store, { board, open: element.open ? [...others, label] : others });
  });
  if (open.includes(label)) {
    fill();
    element.open = true;
  }
  return element;
}

/** @param {State} state @param {string} board */
function openLabels(state, board) {
  const choice = choiceOf(state);
  return choice.board === board ? choice.open : [];
}

/** @param {Store} store @param {KnownArea} known */
function details(store, { area, facts, full, source, parts, blockers }) {
  const name = t('theory.area', { label: area.label });
  return [
    html('p', { class: 'area-words' }, t('theory.amazons', { empty: area.empty, black: area.black, white: area.white })),
    blockers.length > 0 && html('p', { class: 'area-words' }, t('theory.blockers', { squares: blockers.join(', ') })),
    parts.length > 0 && html('ul', { class: 'area-parts' }, ...parts.map((part) =>
      html('li', {}, t('theory.part', { label: part.label, kind: t(`theory.kind.${part.kind}`), count: part.empty })))),
    ...(facts ? factsOf(store, facts, full, name) : []),
    html('p', { class: 'faint' }, t(facts ? `theory.sure.${source}` : 'theory.open.words')),
  ];
}

/**
 * The colour, pattern and letter of an area, as the board has them.
 * @param {KnownArea} known
 */
function swatch({ area, index }) {
  const pattern = PATTERNS[area.kind];
  return svg('svg', { class: `swatch area tone-${index % 8}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': t('theory.area', { label: area.label }) },
    svg('rect', { class: 'swatch-ground', width: 24, height: 24, rx: 4 }), svg('rect', { class: 'tint', width: 24, height: 24, rx: 4 }),
    pattern && svg('path', { class: 'hatch', d: pattern }),
    svg('text', { x: 12, y: 16.5 }, area.label));
}

/** @param {string} key @param {(checked: boolean) => void} onChange */
function box(key, onChange) {
  const input = html('input', { type: 'checkbox', onchange: () => onChange(input.checked) });
  return {
    element: html('label', { class: 'box' }, input, html('span', {}, t(key))),
    /** @param {boolean} checked */
    draw(checked) {
      input.checked = checked;
    },
  };
}
