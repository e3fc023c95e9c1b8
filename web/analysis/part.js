// Panes are made of parts: an element, and a function that brings it up to date with the state. A pane draws its parts
// only while it can be seen, and makes them anew when the language changes.

import { html } from '../svg.js';
import { t } from '../text.js';

/**
 * Fills a pane with parts and keeps them up to date.
 * @param {HTMLElement} element
 * @param {Store} store
 * @param {(state: State) => boolean} isSeen
 * @param {() => Part[]} make
 */
export function keep(element, store, isSeen, make) {
  let language = '';
  /** @type {Part[]} */
  let parts = [];
  /** @param {State} state */
  const draw = (state) => {
    if (language !== state.settings.language) {
      language = state.settings.language;
      parts = make();
      element.replaceChildren(...parts.map((part) => part.element));
    }
    if (isSeen(state)) for (const part of parts) part.draw(state);
  };
  store.subscribe(draw);
  draw(store.state);
}

/**
 * A section with a heading.
 * @param {string} name its class, and `id` of its heading
 * @param {string} title key of its heading
 * @param {...import('../svg.js').Child} children
 */
export function section(name, title, ...children) {
  const heading = html('h2', { class: 'part-title', id: `${name}-title`, tabindex: -1 }, t(title));
  return html('section', { class: `part ${name}`, 'aria-labelledby': `${name}-title` }, heading, ...children);
}

/**
 * A button with words.
 * @param {string} key of the words
 * @param {() => void} click
 * @param {string} [kind]
 */
export function press(key, click, kind = '') {
  return html('button', { type: 'button', class: `button ${kind}`.trimEnd(), onclick: click }, t(key));
}

/**
 * Shows an element or hides it.
 * @param {HTMLElement | SVGElement} element
 * @param {boolean} visible
 */
export function show(element, visible) {
  element.toggleAttribute('hidden', !visible);
}

/**
 * Shows one of several buttons, or none. If a button that goes had the focus, the one that comes gets it, or else the
 * heading of the part: nobody is to look for their place again.
 * @param {HTMLElement[]} buttons
 * @param {HTMLElement | null} chosen
 */
export function showOne(buttons, chosen) {
  const focused = buttons.find((button) => button === document.activeElement && button !== chosen);
  for (const button of buttons) show(button, button === chosen);
  if (focused) (chosen ?? /** @type {HTMLElement | null | undefined} */ (focused.closest('.part')?.querySelector('.part-title')))?.focus();
}

/**
 * Puts children in place of those that are there, if `key` is not the one they were made for.
 * @param {Element} element
 * @param {string} key
 * @param {() => import('../svg.js').Child[]} make
 * @returns {boolean} whether they were made anew
 */
export function refill(element, key, make) {
  if (keys.get(element) === key) return false;
  keys.set(element, key);
  element.replaceChildren(...make().filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return true;
}

/** @type {WeakMap<Element, string>} */
const keys = new WeakMap();
