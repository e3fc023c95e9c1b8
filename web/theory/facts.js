// The facts about one value: the value, mean, temperature, stops, outcome, thermograph, and canonical options with
// their moves.

import { html } from '../svg.js';
import { amount, sideName, t } from '../text.js';
import { chips } from './chips.js';
import { toNumber, withMinus } from './dyadic.js';
import { pretty, short } from './notation.js';
import { thermograph } from './thermograph.js';

/** Maximum length of a displayed value, in characters. */
const LONGEST = 20_000;
const LISTED = 4;

/** @param {Facts} facts @param {FullFacts | null} full @param {string} name of the area or sum */
export function factsOf(facts, full, name) {
  return [
    html('dl.facts',
      ...fact('value', longValue(facts.value)),
      ...fact('mean', withMinus(facts.mean)),
      ...fact('temperature', withMinus(facts.temperature), warmth(facts)),
      ...fact('stops', t('stops.words', { left: withMinus(facts.left_stop), right: withMinus(facts.right_stop) })),
      ...fact('outcome', `${facts.outcome}: ${t(`outcome.${facts.outcome}`)}`)),
    html('figure.thermograph-figure', html('div.thermograph-frame', thermograph(facts, name)),
      html('figcaption', t('thermograph.caption'))),
    full && options('black', full.left_options),
    full && options('white', full.right_options),
  ];
}

/** A value; a long one opens on demand. @param {string} value */
export function longValue(value) {
  const text = short(value);
  if (!text.endsWith('…')) return html('span.value', text);
  const whole = html('p.value.whole', { tabindex: 0 });
  const details = html('details.long-value', html('summary.value', text), whole);
  details.addEventListener('toggle', () => {
    if (!whole.textContent) whole.textContent = pretty(value.slice(0, LONGEST)) + (value.length > LONGEST ? ' …' : '');
  });
  return details;
}

/** @param {string} name @param {Child} content @param {string} [remark] */
function fact(name, content, remark) {
  return [html('dt', t(`fact.${name}`)), html('dd', content, remark !== undefined && html('span.remark', ` ${remark}`))];
}

/** @param {Facts} facts */
function warmth({ temperature }) {
  const degree = toNumber(temperature);
  return t(degree < 0 ? 'warmth.number' : degree === 0 ? 'warmth.infinitesimal' : 'warmth.hot');
}

/** @param {'black' | 'white'} side @param {CanonicalOption[]} list */
function options(side, list) {
  if (list.length === 0) return html('p.faint', t('options.none', { side: sideName(side) }));
  const item = (/** @type {CanonicalOption} */ { value, moves }) => html('li', html('span.value', short(value)),
    moves.length ? chips(moves) : html('span.remark', t('options.reversible')));
  const items = html('ul.option-list', ...list.slice(0, LISTED).map(item));
  const rest = list.slice(LISTED);
  const more = rest.length > 0 && html('button.chip.more', { onclick: (event) => {
    items.append(...rest.map(item));
    /** @type {HTMLElement} */ (event.currentTarget).remove();
  } }, t(`options.more.${amount(rest.length)}`, { count: rest.length }));
  return html('div.options-of', html('h3', t('options.of', { side: sideName(side) })), items, more);
}
