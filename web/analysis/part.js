// A pane consists of parts: an element and a function that updates it. A pane draws its parts only while visible, and
// recreates them when the language changes.

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

/** @param {string} name class, and `id` of the heading @param {string} title message key of the heading @param {...Child} children */
export function section(name, title, ...children) {
  const heading = html('h2.part-title', { id: `${name}-title`, tabindex: -1 }, t(title));
  return html('section', { class: `part ${name}`, 'aria-labelledby': `${name}-title` }, heading, ...children);
}

/** @param {string} key message key @param {() => void} click @param {string} [kind] */
export const textButton = (key, click, kind = '') => html('button', { class: `button ${kind}`.trimEnd(), onclick: click }, t(key));

/** @param {HTMLElement | SVGElement} element @param {boolean} visible */
export function show(element, visible) {
  element.toggleAttribute('hidden', !visible);
}

/**
 * Shows one of several buttons, or none. The focus of a hidden button goes to the shown one, or to the heading of the
 * part.
 * @param {HTMLElement[]} buttons @param {HTMLElement | null} chosen
 */
export function showOne(buttons, chosen) {
  const focused = buttons.find((button) => button === document.activeElement && button !== chosen);
  for (const button of buttons) show(button, button === chosen);
  if (focused) (chosen ?? /** @type {HTMLElement | null | undefined} */ (focused.closest('.part')?.querySelector('.part-title')))?.focus();
}

/** Moves as running text that breaks between moves only. @param {string[]} moves */
export const moveWords = (moves) => moves.flatMap((move) => [html('span.move-word', move), ' ']);

/**
 * Replaces the children of an element if `key` has changed.
 * @param {Element} element @param {string} key @param {() => Child[]} make @returns true if replaced
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
