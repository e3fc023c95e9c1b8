// Numbers and sides in words, the same wherever they stand.

import { number, percent, sideName, t } from '../text.js';

/** Classes of the marks that a review gives (docs/playing.md). */
export const KINDS = { '?!': 'doubtful', '?': 'mistake', '??': 'blunder', '': '' };

/** A number with its sign: what somebody is ahead. @param {number} value @param {number} [digits] */
export function signed(value, digits = 1) {
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' }).replace('-', '−');
}

/** @param {number} count a count of nodes, short */
export const counted = (count) => number(count, { notation: 'compact', maximumFractionDigits: 1 });

/** @param {number} seconds */
export function timed(seconds) {
  const digits = seconds < 10 ? 1 : 0;
  return t('seconds', { seconds: number(seconds, { minimumFractionDigits: digits, maximumFractionDigits: digits }) });
}

/** @param {Verdict} verdict */
export function verdictWords({ winner, white, ahead }) {
  if (winner) return t('verdict.won', { side: sideName(winner) });
  const side = white >= 0.5 ? 'white' : 'black';
  const chance = percent(Math.max(white, 1 - white));
  if (ahead === null) return t('verdict.chance', { side: sideName(side), chance });
  return t('verdict.ahead', { side: sideName(side), chance, ahead: signed(side === 'white' ? ahead : -ahead) });
}

/** @param {number | null} chance @param {'win' | 'loss' | null} proven */
export function chanceWords(chance, proven) {
  if (proven) return t(`proven.${proven}`);
  return chance === null ? '–' : percent(chance);
}
