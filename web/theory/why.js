// The reasons for the winner of the sum, as sentences. Numbers are free moves and add up; a sum greater than 0 is a win
// for Black, less than 0 for White; otherwise the side to move matters.

import { winnerOf } from '../analysis/verdict.js';
import { other } from '../boards.js';
import { sideName, t } from '../text.js';
import { toNumber, withMinus } from './dyadic.js';
import { isNumber, short } from './notation.js';

const TERM = 24;

/** @param {Facts} sum @param {KnownArea[]} areas @param {Side} toMove */
export function why(sum, areas, toMove) {
  const winner = winnerOf(sum.outcome, toMove);
  const values = { side: sideName(toMove), other: sideName(other(toMove)), winner: sideName(winner), sum: withMinus(sum.value) };
  const alive = areas.filter(({ area }) => area.kind !== 'dead');
  if (alive.length === 0) return [t('why.nothing', values)];
  if (alive.every(({ facts }) => facts && isNumber(facts.value))) {
    const key = sum.outcome === 'P' ? 'why.even' : 'why.numbers';
    return [t(key, { ...values, black: counted(alive, 1), white: counted(alive, -1) })];
  }
  const reasons = [t(`why.${sum.outcome}`, values)];
  const hot = hottest(alive);
  if (hot?.facts && toNumber(hot.facts.temperature) > 0) {
    reasons.push(t('why.hottest', { label: hot.area.label, temperature: withMinus(hot.facts.temperature) }));
  } else if (alive.some(({ facts }) => facts && toNumber(facts.temperature) === 0)) {
    reasons.push(t('why.cold'));
  }
  return reasons;
}

/** Terms of the formula `A 3 + B ±1 + C −2`. @param {KnownArea[]} areas */
export function formula(areas) {
  return areas.filter(({ area }) => area.kind !== 'dead')
    .map(({ area, facts }) => ({ label: area.label, value: facts ? short(facts.value, TERM) : '?', isKnown: facts !== null }));
}

/** @param {KnownArea[]} areas @param {1 | -1} sign */
function counted(areas, sign) {
  const numbers = areas.map(({ facts }) => toNumber(facts?.value ?? '0')).filter((number) => Math.sign(number) === sign);
  return String(Math.abs(numbers.reduce((sum, number) => sum + number, 0)));
}

/** @param {KnownArea[]} areas */
function hottest(areas) {
  const known = areas.filter(({ facts }) => facts);
  return known.sort((a, b) => toNumber(b.facts?.temperature ?? '-1') - toNumber(a.facts?.temperature ?? '-1'))[0];
}
