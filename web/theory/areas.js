// The list of areas with kind, size and value. A row opens to its details. An area too large to compute automatically
// is open, and can get more time on request.

import { compact, duration } from '../analysis/format.js';
import { cancel, jobAbout, problemOf } from '../analysis/job.js';
import { refill, section, show, showOne, textButton } from '../analysis/part.js';
import { PATTERNS } from '../overlays.js';
import { currentBoard, state } from '../state.js';
import { html, set, setText, svg } from '../svg.js';
import { t } from '../text.js';
import { plainBadge } from './badge.js';
import { choiceOf, choose } from './choice.js';
import { factsOf } from './facts.js';
import { mergeAreas } from './merge.js';
import { short } from './notation.js';
import { computeLonger } from './questions.js';

const ROW = 22;

export function areas() {
  const colour = box('areas.colour', (checked) => choose({ colour: checked }));
  const split = box('areas.split', (checked) => choose({ split: checked }));
  const status = html('p.faint', { role: 'status' });
  const figures = html('p.faint.running');
  const longer = textButton('areas.longer', () => void computeLonger(currentBoard()));
  const stop = textButton('areas.stop', () => cancel());
  const list = html('div.areas');
  const element = section('areas-part', 'areas', html('div.row.boxes', colour.element, split.element), list, status, figures, longer, stop);
  return {
    element,
    draw() {
      const board = currentBoard();
      const choice = choiceOf();
      colour.draw(choice.colour);
      split.draw(choice.split);
      const known = mergeAreas(state.answers[board] ?? {});
      const open = choice.board === board ? choice.open : known.length === 1 ? known.map(({ area }) => area.label) : [];
      const key = [board, ...known.map(({ source, parts }) => `${source}${parts.length}`)].join(' ');
      const focused = [...list.children].findIndex((one) => one.firstElementChild === document.activeElement);
      const isNew = refill(list, key, () => known.map((one) => item(one, board, open)));
      if (isNew && focused >= 0) list.children[focused]?.querySelector('summary')?.focus();
      const job = jobAbout('value', board);
      const isOpen = known.some(({ certainty }) => certainty === 'open');
      setText(figures, job?.progress ? t('areas.figures', { games: compact(job.progress.games), time: duration(job.progress.seconds) }) : '');
      show(figures, job !== null);
      setText(status, statusWords(board, known.length, isOpen));
      const isStoppable = job !== null && Boolean(state.panes.valueLonger?.[board]);
      showOne([longer, stop], isStoppable ? stop : !job && isOpen && Boolean(state.answers[board]?.value || problemOf('value', board)) ? longer : null);
      set(longer, 'disabled', state.play.thinking);
    },
  };
}

/** @param {string} board @param {number} count @param {boolean} isOpen */
function statusWords(board, count, isOpen) {
  const job = jobAbout('value', board);
  if (job) return job.place !== null ? t('waiting', { place: job.place }) : t('areas.working');
  const problem = problemOf('value', board);
  if (!state.answers[board]?.areas) return problem?.words ?? t('areas.looking');
  if (count === 0) return t('areas.burnt');
  if (problem && !problem.isLimit) return problem.words;
  return isOpen ? t(state.panes.valueLonger?.[board] ? 'areas.open.longer' : 'areas.open') : '';
}

/** @param {KnownArea} known @param {string} board @param {string[]} open */
function item(known, board, open) {
  const { area, facts, certainty } = known;
  const { label } = area;
  const content = html('div.area-content');
  const point = (/** @type {string | null} */ at) => () => {
    if (choiceOf().hovered !== at) choose({ hovered: at });
  };
  const keep = (/** @type {boolean} */ isOpen) => {
    const others = openLabels(board).filter((one) => one !== label);
    choose({ board, open: isOpen ? [...others, label] : others });
  };
  const element = html('details.area-item', { onpointerenter: point(label), onpointerleave: point(null) },
    // The toggle event comes after the click, and the list may be redrawn between them.
    html('summary', { onfocus: point(label), onblur: point(null), onclick: () => keep(!element.open) },
      swatch(known),
      html('span.area-head',
        html('span.area-kind', t(`kind.${area.kind}`)), html('span.area-size', t('areas.empty', { count: area.empty }))),
      html('span.area-value.value', ...(facts ? [html('span.unseen', `${t('fact.value')} `), short(facts.value, ROW)] : [])),
      plainBadge(certainty)),
    content);
  const fill = () => refill(content, 'filled', () => details(known));
  element.addEventListener('toggle', () => {
    if (element.open) fill();
    keep(element.open);
  });
  if (open.includes(label)) {
    fill();
    element.open = true;
  }
  return element;
}

/** @param {string} board */
function openLabels(board) {
  const choice = choiceOf();
  return choice.board === board ? choice.open : [];
}

/** @param {KnownArea} known */
function details({ area, facts, full, source, parts, blockers }) {
  const name = t('area', { label: area.label });
  return [
    html('p.area-words', t('areas.amazons', { empty: area.empty, black: area.black, white: area.white })),
    blockers.length > 0 && html('p.area-words', t('areas.blockers', { squares: blockers.join(', ') })),
    parts.length > 0 && html('ul.area-parts', ...parts.map((part) =>
      html('li', t('areas.part', { label: part.label, kind: t(`kind.${part.kind}`), count: part.empty })))),
    ...(facts ? factsOf(facts, full, name) : []),
    html('p.faint', t(facts ? `sure.${source}` : 'areas.open.words')),
  ];
}

/** Colour, pattern and letter of an area, as on the board. @param {KnownArea} known */
function swatch({ area, index }) {
  const pattern = PATTERNS[area.kind];
  const box = { width: 24, height: 24, rx: 4 };
  return svg('svg', { class: `swatch area tone-${index % 8}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': t('area', { label: area.label }) },
    svg('rect.swatch-ground', box), svg('rect.tint', box),
    pattern && svg('rect', { fill: `url(#${pattern})`, ...box }),
    svg('text', { x: 12, y: 16.5 }, area.label));
}

/** @param {string} key @param {(checked: boolean) => void} onChange */
function box(key, onChange) {
  const input = html('input', { type: 'checkbox', onchange: () => onChange(input.checked) });
  return {
    element: html('label.box', input, html('span', t(key))),
    /** @param {boolean} checked */
    draw(checked) {
      input.checked = checked;
    },
  };
}
