// Who wins the sum, and why, in sentences. The reasons are those of the theory: numbers are free moves and add up; a sum
// greater than 0 is Black's, one less than 0 is White's, and else it matters who moves first.

import { sideName } from '../analysis/format.js';
import { winnerOf } from '../analysis/verdict.js';
import { other } from '../boards.js';
import { t } from '../text.js';
import { placed, shown } from './dyadic.js';
import { isNumber, short } from './notation.js';

/** Characters of an area's value inside the sum. */
const TERM = 24;

/** @param {Facts} sum @param {KnownArea[]} areas @param {Side} toMove @returns {string[]} */
export function why(sum, areas, toMove) {
  const winner = winnerOf(sum.outcome, toMove);
  const values = { side: sideName(toMove), other: sideName(other(toMove)), winner: sideName(winner), sum: shown(sum.value) };
  const alive = areas.filter(({ area }) => area.kind !== 'dead');
  if (alive.length === 0) return [t('theory.why.nothing', values)];
  if (alive.every(({ facts }) => facts && isNumber(facts.value))) {
    const key = sum.outcome === 'P' ? 'theory.why.even' : 'theory.why.numbers';
    return [t(key, { ...values, black: counted(alive, 1), white: counted(alive, -1) })];
  }
  const reasons = [t(`theory.why.${sum.outcome}`, values)];
  const hot = hottest(alive);
  if (hot?.facts && placed(hot.facts.temperature) > 0) {
    reasons.push(t('theory.why.hottest', { label: hot.area.label, temperature: shown(hot.facts.temperature) }));
  } else if (alive.some(({ facts }) => facts && placed(facts.temperature) === 0)) {
    reasons.push(t('theory.why.cold'));
  }
  return reasons;
}

/**
 * `A 3 + B ±1 − C 2` as a formula.
 * @param {KnownArea[]} areas
 * @returns {{label: string, value: string, isKnown: boolean}[]}
 */
export function formula(areas) {
  return areas.filter(({ area }) => area.kind !== 'dead')
    .map(({ area, facts }) => ({ label: area.label, value: facts ? short(facts.value, TERM) : '?', isKnown: facts !== null }));
}

/**
 * The numbers of one sign, added up.
 * @param {KnownArea[]} areas
 * @param {1 | -1} sign
 */
function counted(areas, sign) {
  const numbers = areas.map(({ facts }) => placed(facts?.value ?? '0')).filter((number) => Math.sign(number) === sign);
  return String(Math.abs(numbers.reduce((sum, number) => sum + number, 0)));
}

/** @param {KnownArea[]} areas */
function hottest(areas) {
  const known = areas.filter(({ facts }) => facts);
  return known.sort((a, b) => placed(b.facts?.temperature ?? '-1') - placed(a.facts?.temperature ?? '-1'))[0];
}
