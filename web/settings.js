// User settings in localStorage. The page works without it (private windows).

import { browserLanguage } from './text.js';

const KEY = 'otrera.settings';

/** @returns {Settings} */
export function loadSettings() {
  return { language: browserLanguage(), name: '', sound: false, flip: false, coordinates: true, animate: true, resign: true, keys: true, ...read(KEY) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(KEY, settings);
}

/** @param {string} key */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden.
  }
}
