// The table of evaluation terms: meaning, value, weight and sum, for the side to move. The evaluation does not search,
// so all of it is estimated.

import { boundedLead } from '../boards.js';
import { currentBoard, state } from '../state.js';
import { html, setText, svg } from '../svg.js';
import { number, percent, sideName, t } from '../text.js';
import { badge } from '../theory/badge.js';
import { signed } from './format.js';
import { refill } from './part.js';
import { sideOf } from './verdict.js';

export function terms() {
  const words = html('p');
  const body = html('tbody');
  const table = html('table.terms',
    html('caption.unseen', t('terms.caption')),
    html('thead', html('tr', html('th', { scope: 'col' }, t('terms.term')),
      ...['value', 'weight', 'product'].map((name) => html('th.figure', { scope: 'col' }, t(`terms.${name}`))))),
    body);
  const element = html('details.part.terms-part',
    html('summary', html('h2.part-title', t('terms'))),
    html('div.row', words, badge('estimated', t('from.evaluation'))), table);
  return {
    element,
    draw() {
      const board = currentBoard();
      const evaluation = state.answers[board]?.show?.evaluation;
      setText(words, evaluation ? t('terms.sum', {
        side: sideName(sideOf(board)), ahead: signed(boundedLead(board, evaluation.ahead)), chance: percent(evaluation.chance), open: percent(evaluation.share),
      }) : t('verdict.none'));
      refill(body, evaluation ? board : '', () => rows(evaluation));
    },
  };
}

/** @param {Evaluation | undefined} evaluation */
function rows(evaluation) {
  if (!evaluation) return [];
  const largest = Math.max(0.1, ...evaluation.terms.map(({ product }) => Math.abs(product)));
  const figure = (/** @type {number} */ value) => number(value, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).replace('-', '−');
  const terms = evaluation.terms.map(({ name, value, weight, product }) => row(
    named(t(`term.${name}`), t(`term.${name}.words`), name),
    figure(value), `× ${figure(weight)}`, [signed(product, 2), share(product / largest)]));
  const total = row([t('terms.total')], '', '', [signed(evaluation.ahead, 2)]);
  total.classList.add('total');
  return [...terms, total, row(named(t('terms.correction'), t('terms.correction.words')), '', '', [signed(evaluation.correction, 2)])];
}

/** @param {Child[]} head @param {string} value @param {string} weight @param {Child[]} product */
function row(head, value, weight, product) {
  const figures = [[value], [weight], product].map((content) => html('td.figure', ...content));
  return html('tr', html('th', { scope: 'row' }, ...head), ...figures);
}

/** @param {string} title @param {string} words @param {string} [code] name of the term on the command line */
function named(title, words, code) {
  return [html('span.term-name', title, code !== undefined && html('code', code)), html('span.term-words', words)];
}

/** A small bar from the middle. @param {number} share -1 to 1 */
function share(share) {
  const width = Math.abs(share) * 20;
  return svg('svg.term-bar', { viewBox: '-20 0 40 6', 'aria-hidden': 'true' },
    svg('rect', { class: share < 0 ? 'against' : 'for', x: share < 0 ? -width : 0, y: 1, width, height: 4 }),
    svg('path.term-middle', { d: 'M0 0v6' }));
}
