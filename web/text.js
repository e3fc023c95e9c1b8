// All words of the page come from here. The catalogues in messages/ have the same keys; `{name}` is filled in. The
// language is the browser's until the visitor chooses another.

import en from './messages/en.js';
import de from './messages/de.js';

/** @typedef {keyof typeof en} Key */

/** @type {Record<string, Record<Key, string>>} */
const catalogues = { en, de };

/** The languages there are, each named in itself. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch' });

let language = 'en';

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const message = catalogues[language]?.[/** @type {Key} */ (key)];
  if (message === undefined) throw new Error(`no message "${key}"`);
  return message.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? `{${name}}`));
}

/** The language that is spoken now. */
export function spoken() {
  return language;
}

/**
 * Speaks a language from here on; elements with `data-text` and `data-label` in the page are translated at once.
 * @param {string} name
 */
export function speak(name) {
  language = name in catalogues ? name : 'en';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.getAttribute('data-text') ?? '');
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.getAttribute('data-label') ?? ''));
  for (const element of document.querySelectorAll('[data-title]')) element.setAttribute('title', t(element.getAttribute('data-title') ?? ''));
}

/** The browser's first language that we have. */
export function browserLanguage() {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const name = wanted.slice(0, 2).toLowerCase();
    if (name in catalogues) return name;
  }
  return 'en';
}

/**
 * A number as this language writes it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  return number(share, { style: 'percent', maximumFractionDigits: 0 });
}
