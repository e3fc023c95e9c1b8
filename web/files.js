// Opening (file dialog, drop, paste), saving as SGF, and sharing as a link or a board text.

import { ask, sentence } from './api.js';
import { pictureTools } from './explore/picture.js';
import { attempt } from './play.js';
import { linkTo, openText, writeGame } from './record.js';
import { currentBoard, notify } from './state.js';
import { html } from './svg.js';
import { sideName, t } from './text.js';
import { button, choice, list, openDialog } from './widgets.js';

/** Notations of a position (docs/formats/notation.md). */
const FORMS = ['fen', 'fairy', 'grid', 'plain', 'json', 'sgf'];

/** Placeholder: one example per notation. */
const EXAMPLES = '(;FF[4]GM[18]…)   3b2b3/10/… w   x..|..o   start:6x6';

/** Largest file that is read, in bytes; the server's limit is the same. */
const LARGEST = 1_000_000;

export function mount() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    openTransfer(event.dataTransfer);
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    openTransfer(event.clipboardData);
  });
}

/** @param {DataTransfer | null} data */
function openTransfer(data) {
  const file = data?.files[0];
  const text = data?.getData('text').trim();
  if (file) void attempt(() => openFile(file));
  else if (text) void openPasted(text);
}

/** Opens a pasted text. If that fails, the notice offers to edit it in the dialog. @param {string} text */
function openPasted(text) {
  if (document.querySelector('dialog[open]')) return undefined;
  return openText(text).catch((error) =>
    notify(sentence(error), 'error', { text: t('open.mend'), run: () => openOpenDialog({ text, problem: sentence(error) }) }));
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > LARGEST) throw new Error(t('open.large'));
  await openText(await file.text());
  notify(t('open.opened', { name: file.name }));
}

/** @param {{text?: string, problem?: string}} [given] */
export function openOpenDialog(given = {}) {
  let side = 'text';
  const sides = [{ value: 'text', text: t('open.side.text') }, { value: 'w', text: sideName('white') }, { value: 'b', text: sideName('black') }];
  const text = html('textarea.code', { id: 'open-text', rows: 7, spellcheck: 'false', placeholder: EXAMPLES, oninput: () => (problem.textContent = '') }, given.text);
  const problem = html('p.problem', { role: 'alert' }, given.problem);
  const open = (/** @type {() => Promise<void>} */ work) =>
    work().then(() => dialog.close(), (error) => (problem.textContent = sentence(error)));
  const file = html('input', { type: 'file', id: 'open-file', accept: '.sgf,.ggf,.pgn,.txt,.json,text/plain', onchange: () => {
    const chosen = file.files?.[0];
    if (chosen) void open(() => openFile(chosen));
  } });
  const form = html('form.form', { onsubmit: (event) => {
    event.preventDefault();
    void open(() => openText(text.value, side === 'text' ? {} : { toMove: side === 'b' ? 'b' : 'w' }));
  } },
  html('div.field', html('label', { for: 'open-file' }, t('open.file')), file),
  html('div.field', html('label', { for: 'open-text' }, t('open.text')), text),
  choice('open-side', t('open.side'), sides, side, (value) => (side = value)),
  problem,
  html('div.actions.end', html('button.button.primary', { type: 'submit' }, t('menu.open'))));
  const dialog = openDialog(t('open.title'), [form]);
}

export function saveGame() {
  void attempt(async () => {
    download(await writeGame(), `otrera-${new Date().toISOString().slice(0, 10)}.sgf`);
  });
}

/** @param {string | Blob} content text is SGF @param {string} name of the file */
export function download(content, name) {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/x-go-sgf' }) : content;
  const address = URL.createObjectURL(blob);
  html('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function openShareDialog() {
  const board = currentBoard();
  const link = copyable(t('share.link'), 'share-link', 2);
  const text = copyable(t('share.text'), 'share-text', 5);
  let chosen = '';
  const show = (/** @type {string} */ form) => attempt(async () => {
    chosen = form;
    const answer = await ask('convert', { position: board, to: form });
    // A notation chosen later may have been answered earlier.
    if (chosen === form) text.write(answer.text?.trim() ?? JSON.stringify(answer, null, 2));
  });
  openDialog(t('menu.share'), [link.element,
    list(t('share.form'), FORMS.map((value) => ({ value, text: t(`share.form.${value}`) })), 'fen', show), text.element,
    pictureTools(),
    html('div.actions.end', button({ icon: 'save', text: t('share.save'), click: () => saveGame() }))]);
  void attempt(async () => link.write(await linkTo()));
  void show('fen');
}

/** A read-only text with a copy button. @param {string} label @param {string} id @param {number} rows */
function copyable(label, id, rows) {
  const area = html('textarea.code', { id, rows, readonly: true, spellcheck: 'false' });
  const copy = button({ icon: 'copy', text: t('share.copy'), click: () => {
    navigator.clipboard.writeText(area.value).then(() => notify(t('share.copied')), () => area.select());
  } });
  copy.setAttribute('aria-label', `${t('share.copy')}: ${label}`);
  return {
    element: html('div.field', html('label', { for: id }, label), html('div.copy', area, copy)),
    /** @param {string} text */
    write: (text) => (area.value = text),
  };
}
