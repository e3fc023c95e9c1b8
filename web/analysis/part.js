// Panes are made of parts: an element, and a function that brings it up to date with the state. A pane draws its parts
// only while it can be seen, and makes them anew when the language changes.

import { state, watch } from '../state.js';
import { add, html } from '../svg.js';
import { t } from '../text.js';

/** @param {HTMLElement} element @param {() => boolean} isSeen @param {() => Part[]} make */
export function mountParts(element, isSeen, make) {
  let language = '';
  /** @type {Part[]} */
  let parts = [];
  watch(() => {
    if (language !== state.settings.language) {
      language = state.settings.language;
      parts = make();
      element.replaceChildren(...parts.map((part) => part.element));
    }
    if (isSeen()) for (const part of parts) part.draw();
  });
}

/** @param {string} name its class, and `id` of its heading @param {string} title key of its heading @param {...Child} children */
export function section(name, title, ...children) {
  const heading = html('h2.part-title', { id: `${name}-title`, tabindex: -1 }, t(title));
  return html('section', { class: `part ${name}`, 'aria-labelledby': `${name}-title` }, heading, ...children);
}

/** @param {string} key of the words @param {() => void} click @param {string} [kind] */
export const textButton = (key, click, kind = '') => html('button', { class: `button ${kind}`.trimEnd(), onclick: click }, t(key));

/** @param {HTMLElement | SVGElement} element @param {boolean} visible */
export function show(element, visible) {
  element.toggleAttribute('hidden', !visible);
}

/**
 * Shows one of several buttons, or none. If a button that goes had the focus, the one that comes gets it, or else the
 * heading of the part: nobody is to look for their place again.
 * @param {HTMLElement[]} buttons @param {HTMLElement | null} chosen
 */
export function showOne(buttons, chosen) {
  const focused = buttons.find((button) => button === document.activeElement && button !== chosen);
  for (const button of buttons) show(button, button === chosen);
  if (focused) (chosen ?? /** @type {HTMLElement | null | undefined} */ (focused.closest('.part')?.querySelector('.part-title')))?.focus();
}

/**
 * Puts children in place of those that are there, if `key` is not the one they were made for.
 * @param {Element} element @param {string} key @param {() => Child[]} make @returns whether they were made anew
 */
export function refill(element, key, make) {
  if (keys.get(element) === key) return false;
  keys.set(element, key);
  element.replaceChildren();
  add(element, ...make());
  return true;
}

/** @type {WeakMap<Element, string>} */
const keys = new WeakMap();
