// Buttons, choices and dialogs in the page's one style.

import { icon } from './icons.js';
import { html } from './svg.js';
import { t } from './text.js';

/**
 * A button with a picture and words; `quiet` ones show the picture only and are named by the words.
 * @param {{icon?: import('./icons.js').Icon, text: string, kind?: 'primary' | 'plain' | 'quiet', title?: string, click: (event: MouseEvent) => void}} options
 */
export function button({ icon: name, text, kind = 'plain', title, click }) {
  const quiet = kind === 'quiet';
  return html('button', { type: 'button', class: `button ${kind}`, 'aria-label': quiet ? text : null, title: title ?? (quiet ? text : null), onclick: click },
    name && icon(name), !quiet && html('span', {}, text));
}

/**
 * A group of radio buttons that look like one switch.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, text: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function choice(name, legend, options, chosen, change) {
  return html('fieldset', { class: 'choice' }, html('legend', {}, legend),
    html('div', { class: 'options' },
      ...options.map(({ value, text }) =>
        html('label', {},
          html('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), html('span', {}, text)))));
}

let ids = 0;

/** An id that no other element has. */
function fresh() {
  return `field-${++ids}`;
}

/**
 * A labelled drop-down list.
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function list(label, options, chosen, change) {
  const id = fresh();
  const select = html('select', { id, onchange: () => change(select.value) },
    ...options.map(({ value, text }) => html('option', { value, selected: value === chosen }, text)));
  return html('div', { class: 'field' }, html('label', { for: id }, label), select);
}

/** The engine's levels, for a list. */
export function levels() {
  return Array.from({ length: 10 }, (_, index) => ({ value: String(index + 1), text: t('level.n', { level: index + 1 }) }));
}

/**
 * A labelled number.
 * @param {string} label
 * @param {{value: number, least: number, most: number, step?: number}} range
 * @param {(value: number) => void} change
 */
export function numeric(label, { value, least, most, step = 1 }, change) {
  const id = fresh();
  const input = html('input', { id, type: 'number', inputmode: 'decimal', value, min: least, max: most, step, required: true,
    onchange: () => change(Math.min(most, Math.max(least, Number(input.value) || least))) });
  return html('div', { class: 'field' }, html('label', { for: id }, label), input);
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
export function toggle(label, on, change) {
  return html('label', { class: 'toggle' },
    html('input', { type: 'checkbox', role: 'switch', checked: on, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked) }),
    html('span', {}, label));
}

/**
 * Opens a dialog over the page; Esc, the cross and a click beside it close it.
 * @param {string} title
 * @param {import('./svg.js').Child[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content) {
  const heading = html('h2', { id: 'dialog-title' }, title);
  const dialog = html('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' },
    html('div', { class: 'dialog-head' }, heading, button({ icon: 'close', text: t('dialog.close'), kind: 'quiet', click: () => dialog.close() })),
    html('div', { class: 'dialog-body' }, ...content));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // The first field is what one came for; the cross is reached with one step back.
  const field = dialog.querySelector('.dialog-body :is(input:checked, input:not([type=radio]), select, textarea)');
  if (field instanceof HTMLElement) field.focus();
  return dialog;
}
