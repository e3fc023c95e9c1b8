// Common formats of numbers and verdicts.

import { number, percent, sideName, t } from '../text.js';

/** CSS classes of the review marks (docs/guide/analyse.md). */
export const KINDS = { '?!': 'doubtful', '?': 'mistake', '??': 'blunder', '': '' };

/** A number with its sign. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 1) => fixed(value, digits, 'exceptZero').replace('-', '−');

/** @param {number} value @param {number} [digits] @param {Intl.NumberFormatOptions['signDisplay']} [signDisplay] */
const fixed = (value, digits = 1, signDisplay) => number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });

/** A count in short form. @param {number} count */
export const compact = (count) => number(count, { notation: 'compact', maximumFractionDigits: 1 });

/** @param {number} seconds */
export function duration(seconds) {
  const digits = seconds < 10 ? 1 : 0;
  return t('seconds', { seconds: fixed(seconds, digits) });
}

/** @param {Verdict} verdict */
export function verdictWords({ winner, white, ahead }) {
  if (winner) return t('verdict.won', { side: sideName(winner) });
  const side = white >= 0.5 ? 'white' : 'black';
  const chance = percent(Math.max(white, 1 - white));
  if (ahead === null) return t('verdict.chance', { side: sideName(side), chance });
  const lead = side === 'white' ? ahead : -ahead;
  return t(lead < 0 ? 'verdict.behind' : 'verdict.ahead', { side: sideName(side), chance, moves: fixed(Math.abs(lead)) });
}

/** @param {number | null} chance @param {'win' | 'loss' | null} proven */
export function chanceWords(chance, proven) {
  if (proven) return t(`proven.${proven}`);
  return chance === null ? '–' : percent(chance);
}
