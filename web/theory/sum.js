// The sum of the areas: its winner and the reasons. While an area is open there is no sum, and an estimate is shown.

import { verdictWords } from '../analysis/format.js';
import { refill, section, show } from '../analysis/part.js';
import { sideOf, verdict, winnerOf } from '../analysis/verdict.js';
import { currentBoard, state } from '../state.js';
import { html } from '../svg.js';
import { sideName, t } from '../text.js';
import { badge } from './badge.js';
import { factsOf } from './facts.js';
import { mergeAreas } from './merge.js';
import { short } from './notation.js';
import { formula, why } from './why.js';

export function sum() {
  const content = html('div.sum');
  const more = html('details.sum-more', html('summary', t('sum.more')), html('div.area-content'));
  return {
    element: section('sum-part', 'sum', content, more),
    draw() {
      const board = currentBoard();
      const answers = state.answers[board] ?? {};
      const areas = mergeAreas(answers);
      const full = answers.value?.sum ?? null;
      const facts = full ?? answers.atlas?.sum ?? null;
      const guess = facts ? null : verdict(board);
      const key = JSON.stringify([board, Boolean(facts), Boolean(full), areas.map(({ source }) => source), guess]);
      refill(content, key, () => [
        html('p.formula', { 'aria-label': t('sum.formula') }, ...formulaParts(areas, facts)),
        ...(facts ? decided(facts, full ? 'proven' : 'atlas', areas, board) : undecided(guess, areas.length)),
      ]);
      // The facts of a single area are in its own row.
      show(more, facts !== null && areas.length > 1);
      const inside = more.lastElementChild;
      if (facts && inside) refill(inside, key, () => factsOf(facts, full, t('sum.name')));
    },
  };
}

/** @param {KnownArea[]} areas @param {Facts | null} facts */
function formulaParts(areas, facts) {
  const terms = formula(areas).flatMap(({ label, value, isKnown }, index) => [
    index > 0 && html('span.plus', '+'),
    html('span', { class: isKnown ? 'term' : 'term unknown' }, html('b', label), html('span.value', value)),
  ]);
  return facts && areas.length > 1 ? [...terms, html('span.plus', '='), html('span.value', short(facts.value))] : terms;
}

/** @param {Facts} facts @param {'proven' | 'atlas'} certainty @param {KnownArea[]} areas @param {string} board */
function decided(facts, certainty, areas, board) {
  const toMove = sideOf(board);
  return [
    html('p.winner', html('strong', `${t('verdict.won', { side: sideName(winnerOf(facts.outcome, toMove)) })}.`), ' ', badge(certainty, t(`sure.${certainty}`))),
    ...why(facts, areas, toMove).map((sentence) => html('p.why', sentence)),
  ];
}

/** @param {Verdict | null} guess @param {number} count of areas */
function undecided(guess, count) {
  if (count === 0) return [];
  if (!guess) return [html('p.why', t('sum.open'))];
  const certainty = guess.winner ? badge('proven') : badge('estimated', t(`from.${guess.from}`));
  const reason = t(guess.winner ? `from.${guess.from}.proven` : 'sum.open');
  return [html('p.winner', html('strong', verdictWords(guess)), ' ', certainty), html('p.why', reason)];
}
