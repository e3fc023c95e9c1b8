// Buttons, form fields and dialogs.

import { icon } from './icons.js';
import { LEVELS } from './levels.js';
import { html } from './svg.js';
import { sideName, t } from './text.js';

/** A button with icon and text; a `quiet` one shows the icon only and has the text as its name. @type {Widgets['button']} */
export function button({ icon: name, text, kind = 'plain', click }) {
  const quiet = kind === 'quiet';
  return html('button', { class: `button ${kind}`, 'aria-label': quiet && text, title: quiet && text, onclick: click },
    name && icon(name), !quiet && html('span', text));
}

/** Radio buttons that look like one switch. @type {Widgets['choice']} */
export function choice(name, legend, options, chosen, change) {
  return html('fieldset.choice', html('legend', legend),
    html('div.options',
      ...options.map(({ value, text }) =>
        html('label',
          html('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), html('span', text)))));
}

let ids = 0;

const fresh = () => `field-${++ids}`;

/** @type {Widgets['list']} */
export function list(label, options, chosen, change) {
  const id = fresh();
  const select = html('select', { id, onchange: () => change(select.value) },
    ...options.map(({ value, text }) => html('option', { value, selected: value === chosen }, text)));
  return html('div.field', html('label', { for: id }, label), select);
}

/** A list of the engine's levels in words. @type {Widgets['levels']} */
export function levels(side, chosen, change) {
  const all = LEVELS.map(({ words, elo }, index) => {
    const level = index + 1;
    return { value: String(level), text: elo ? t('level.elo', { level, words: t(words), elo }) : t('level.n', { level, words: t(words) }) };
  });
  return list(side ? t('level.of', { side: sideName(side) }) : t('new.level'), all, String(chosen), (value) => change(Number(value)));
}

/** @type {Widgets['numeric']} */
export function numeric(label, { value, least, most, step = 1 }, change) {
  const id = fresh();
  const input = html('input', { id, type: 'number', inputmode: 'decimal', value, min: least, max: most, step, required: true,
    onchange: () => change(Math.min(most, Math.max(least, Number(input.value) || least))) });
  return html('div.field', html('label', { for: id }, label), input);
}

/** @type {Widgets['textField']} */
export function textField(label, value, change) {
  const id = fresh();
  const input = html('input', { id, type: 'text', value, maxlength: 60, autocomplete: 'off', onchange: () => change(input.value.trim()) });
  return html('div.field', html('label', { for: id }, label), input);
}

/** @type {Widgets['toggle']} */
export function toggle(label, on, change) {
  return html('label.toggle',
    html('input', { type: 'checkbox', role: 'switch', checked: on, onchange: (event) => change(event.target.checked) }),
    html('span', label));
}

/**
 * Opens a modal dialog; Esc, the cross and a click outside close it. The focus then returns to where it was, or to the
 * button with this title.
 * @param {string} title @param {Child[]} content
 */
export function openDialog(title, content) {
  const heading = html('h2', { id: 'dialog-title' }, title);
  const dialog = html('dialog.dialog', { 'aria-labelledby': 'dialog-title' },
    html('div.dialog-head', heading, button({ icon: 'close', text: t('dialog.close'), kind: 'quiet', click: () => dialog.close() })),
    html('div.dialog-body', ...content));
  dialog.addEventListener('close', () => {
    dialog.remove();
    const at = document.activeElement;
    if (at && at !== document.body) return;
    const buttons = [...document.querySelectorAll('#menu button')];
    const opener = buttons.find((one) => one.getAttribute('aria-label') === title) ?? buttons[0];
    if (opener instanceof HTMLElement) opener.focus();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // The first field gets the focus, not the cross before it.
  const field = dialog.querySelector('.dialog-body :is(input:checked, input:not([type=radio]), select, textarea)');
  if (field instanceof HTMLElement) field.focus();
  return dialog;
}
