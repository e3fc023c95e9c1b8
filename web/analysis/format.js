// Numbers and sides in words, the same wherever they stand.

import { number, percent, t } from '../text.js';

/** @param {Side} side */
export function sideName(side) {
  return t(`side.${side}`);
}

/**
 * A number with its sign: what somebody is ahead.
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 1) {
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' }).replace('-', '−');
}

/** @param {number} count a count of nodes, short */
export function counted(count) {
  return number(count, { notation: 'compact', maximumFractionDigits: 1 });
}

/** @param {number} seconds */
export function timed(seconds) {
  const digits = seconds < 10 ? 1 : 0;
  return t('analysis.seconds', { seconds: number(seconds, { minimumFractionDigits: digits, maximumFractionDigits: digits }) });
}

/**
 * A verdict in a few words, for the bar.
 * @param {Verdict} verdict
 */
export function verdictWords({ winner, white, ahead }) {
  if (winner) return t('analysis.verdict.won', { side: sideName(winner) });
  const side = white >= 0.5 ? 'white' : 'black';
  const chance = percent(Math.max(white, 1 - white));
  if (ahead === null) return t('analysis.verdict.chance', { side: sideName(side), chance });
  return t('analysis.verdict.ahead', { side: sideName(side), chance, ahead: signed(side === 'white' ? ahead : -ahead) });
}

/**
 * The chance of whoever is to move, or what is proven for them.
 * @param {number | null} chance
 * @param {'win' | 'loss' | null} proven
 */
export function chanceWords(chance, proven) {
  if (proven) return t(`analysis.proven.${proven}`);
  return chance === null ? '–' : percent(chance);
}
