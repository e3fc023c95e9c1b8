// Messages and number formats in the current language: the browser's until the user selects another. The catalogues in
// messages/ have the same keys; `{name}` is a placeholder.

import de from './messages/de.js';
import en from './messages/en.js';

/** @type {Record<string, Record<string, string>>} */
export const catalogues = { en: flatten(en), de: flatten(de) };

/**
 * Messages by dotted key: `tree.title`. A group's own message has the key ''.
 * @param {Messages} messages @param {string} [group] @returns {Record<string, string>}
 */
function flatten(messages, group = '') {
  return Object.assign({}, ...Object.entries(messages).map(([key, message]) => {
    const name = [group, key].filter(Boolean).join('.');
    return typeof message === 'string' ? { [name]: message } : flatten(message, name);
  }));
}

/** Languages by code, each with its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch' });

let language = 'en';

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const message = catalogues[language]?.[key];
  if (message === undefined) throw new Error(`no message "${key}"`);
  return message.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? `{${name}}`));
}

/** @param {string} key */
export function hasMessage(key) {
  return catalogues[language]?.[key] !== undefined;
}

export function currentLanguage() {
  return language;
}

/**
 * Selects a language and translates the elements with `data-text` and `data-label`.
 * @param {string} name
 */
export function setLanguage(name) {
  language = name in catalogues ? name : 'en';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.getAttribute('data-text') ?? '');
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.getAttribute('data-label') ?? ''));
}

export function browserLanguage() {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const name = wanted.slice(0, 2).toLowerCase();
    if (name in catalogues) return name;
  }
  return 'en';
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/** The ending of a key whose message depends on a number. @param {number} count */
export const amount = (count) => (count === 0 ? 'none' : count === 1 ? 'one' : 'more');

/** A number of moves in words. @param {number} count */
export const movesWords = (count) => t(`moves.${amount(count)}`, { count });

/** The margin of a win in words, to follow the verb. @param {number} count */
export const byMargin = (count) => t(`by.${amount(count)}`, { count });

/** @param {Side} side */
export function sideName(side) {
  return t(`side.${side}`);
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  return number(share, { style: 'percent', maximumFractionDigits: 0 });
}
