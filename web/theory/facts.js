// All that is said about one value: the value itself, mean, temperature, stops, outcome, the canonical options with the
// moves that lead to them, and the thermograph.

import { html } from '../svg.js';
import { t } from '../text.js';
import { chips } from './chips.js';
import { placed, shown } from './dyadic.js';
import { pretty, short } from './notation.js';
import { thermograph } from './thermograph.js';

/** Characters of a value that are ever put on the page. */
const LONGEST = 20_000;
/** Options of a side that are listed at once. */
const LISTED = 4;

/** @param {Store} store @param {Facts} facts @param {FullFacts | null} full @param {string} name what it is the value of */
export function factsOf(store, facts, full, name) {
  return [
    html('dl', { class: 'facts' },
      ...fact('value', longValue(facts.value)),
      ...fact('mean', shown(facts.mean)),
      ...fact('temperature', shown(facts.temperature), warmth(facts)),
      ...fact('stops', t('theory.stops.words', { left: shown(facts.left_stop), right: shown(facts.right_stop) })),
      ...fact('outcome', `${facts.outcome}: ${t(`theory.outcome.${facts.outcome}`)}`)),
    html('figure', { class: 'thermograph-figure' }, html('div', { class: 'thermograph-frame' }, thermograph(facts, name)),
      html('figcaption', {}, t('theory.thermograph.caption'))),
    full && options(store, 'black', full.left_options),
    full && options(store, 'white', full.right_options),
  ];
}

/**
 * A value that is too long for a few lines is opened on demand.
 * @param {string} value
 */
export function longValue(value) {
  const text = short(value);
  if (!text.endsWith('…')) return html('span', { class: 'value' }, text);
  const whole = html('p', { class: 'value whole', tabindex: 0 });
  const details = html('details', { class: 'long-value' }, html('summary', { class: 'value' }, text), whole);
  details.addEventListener('toggle', () => {
    if (!whole.textContent) whole.textContent = pretty(value.slice(0, LONGEST)) + (value.length > LONGEST ? ' …' : '');
  });
  return details;
}

/** @param {string} name @param {import('../svg.js').Child} content @param {string} [remark] */
function fact(name, content, remark) {
  return [html('dt', {}, t(`theory.fact.${name}`)), html('dd', {}, content, remark !== undefined && html('span', { class: 'remark' }, ` ${remark}`))];
}

/** @param {Facts} facts */
function warmth({ temperature }) {
  const degree = placed(temperature);
  return t(degree < 0 ? 'theory.warmth.number' : degree === 0 ? 'theory.warmth.infinitesimal' : 'theory.warmth.hot');
}

/** @param {Store} store @param {'black' | 'white'} side @param {CanonicalOption[]} list */
function options(store, side, list) {
  if (list.length === 0) return html('p', { class: 'faint' }, t(`theory.options.none.${side}`));
  const item = (/** @type {CanonicalOption} */ { value, moves }) => html('li', {}, html('span', { class: 'value' }, short(value)),
    moves.length ? chips(store, moves) : html('span', { class: 'remark' }, t('theory.options.reversible')));
  const items = html('ul', { class: 'option-list' }, ...list.slice(0, LISTED).map(item));
  const rest = list.slice(LISTED);
  const more = rest.length > 0 && html('button', { type: 'button', class: 'chip more', onclick: (/** @type {Event} */ event) => {
    items.append(...rest.map(item));
    /** @type {HTMLElement} */ (event.currentTarget).remove();
  } }, t('theory.options.more', { count: rest.length }));
  return html('div', { class: 'options-of' }, html('h3', {}, t(`theory.options.${side}`)), items, more);
}
