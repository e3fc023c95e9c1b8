// Numbers, times and sizes of a campaign as text.

import { number, t } from '../text.js';

/** @param {number} value */
export const count = (value) => number(value, { maximumFractionDigits: 0 });

/** @param {number} seconds */
export function time(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const [minutes, hours, days] = [Math.floor(whole / 60), Math.floor(whole / 3600), Math.floor(whole / 86_400)];
  if (days > 0) return t('campaign.time.days', { days: count(days), hours: hours % 24 });
  if (hours > 0) return t('campaign.time.hours', { hours, minutes: minutes % 60 });
  if (minutes > 0) return t('campaign.time.minutes', { minutes, seconds: whole % 60 });
  return t('campaign.time.seconds', { seconds: whole });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** @param {number} value */
export function bytes(value) {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return number(value / 1000 ** step, { style: 'unit', unit: UNITS[step], maximumFractionDigits: step ? 1 : 0 });
}
