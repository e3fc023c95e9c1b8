// The sum of the areas: who wins it and why. Where an area is still open there is no sum, and what is said instead is an
// estimate and carries its badge.

import { sideName, verdictWords } from '../analysis/format.js';
import { refill, section, show } from '../analysis/part.js';
import { sideOf, verdict, winnerOf } from '../analysis/verdict.js';
import { currentBoard } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';
import { badge } from './badge.js';
import { factsOf } from './facts.js';
import { merged } from './merge.js';
import { short } from './notation.js';
import { formula, why } from './why.js';

/** @param {Store} store @returns {Part} */
export function sum(store) {
  const content = html('div', { class: 'sum' });
  const more = html('details', { class: 'sum-more' }, html('summary', {}, t('theory.sum.more')), html('div', { class: 'area-content' }));
  return {
    element: section('sum-part', 'theory.sum', content, more),
    draw(state) {
      const board = currentBoard(state);
      const answers = state.answers[board] ?? {};
      const areas = merged(answers);
      const full = answers.value?.sum ?? null;
      const facts = full ?? answers.atlas?.sum ?? null;
      const guess = facts ? null : verdict(state, board);
      const key = JSON.stringify([board, Boolean(facts), Boolean(full), areas.map(({ source }) => source), guess]);
      refill(content, key, () => [
        html('p', { class: 'formula', 'aria-label': t('theory.sum.formula') }, ...written(areas, facts)),
        ...(facts ? decided(facts, full ? 'proven' : 'atlas', areas, board) : undecided(guess, areas.length)),
      ]);
      // A board that is one area has shown all of it already.
      show(more, facts !== null && areas.length > 1);
      const inside = more.lastElementChild;
      if (facts && inside) refill(inside, key, () => factsOf(store, facts, full, t('theory.sum.name')));
    },
  };
}

/** @param {KnownArea[]} areas @param {Facts | null} facts */
function written(areas, facts) {
  const terms = formula(areas).flatMap(({ label, value, isKnown }, index) => [
    index > 0 && html('span', { class: 'plus' }, '+'),
    html('span', { class: isKnown ? 'term' : 'term unknown' }, html('b', {}, label), html('span', { class: 'value' }, value)),
  ]);
  return facts && areas.length > 1 ? [...terms, html('span', { class: 'plus' }, '='), html('span', { class: 'value' }, short(facts.value))] : terms;
}

/** @param {Facts} facts @param {'proven' | 'atlas'} sure @param {KnownArea[]} areas @param {string} board */
function decided(facts, sure, areas, board) {
  const toMove = sideOf(board);
  return [
    html('p', { class: 'winner' }, html('strong', {}, t('theory.wins', { side: sideName(winnerOf(facts.outcome, toMove)) })), ' ', badge(sure, t(`theory.sure.${sure}`))),
    ...why(facts, areas, toMove).map((sentence) => html('p', { class: 'why' }, sentence)),
  ];
}

/** @param {Verdict | null} guess @param {number} count of areas */
function undecided(guess, count) {
  if (count === 0) return [];
  if (!guess) return [html('p', { class: 'why' }, t('theory.sum.open'))];
  const sure = guess.winner ? badge('proven') : badge('estimated', t(`analysis.from.${guess.from}`));
  const reason = t(guess.winner ? `analysis.from.${guess.from}.proven` : 'theory.sum.open');
  return [html('p', { class: 'winner' }, html('strong', {}, verdictWords(guess)), ' ', sure), html('p', { class: 'why' }, reason)];
}
