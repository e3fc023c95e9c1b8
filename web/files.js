// Opening, saving and sharing: files by choice or drop, texts by paste, SGF by download, links and board texts by copy.

import { ask } from './api.js';
import { attempt } from './play.js';
import { linkTo, openText, writeGame } from './record.js';
import { currentBoard, notify } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { button, choice, list, openDialog } from './widgets.js';

/** Forms that a position can be copied in (docs/notation.md). */
const FORMS = ['fen', 'fairy', 'grid', 'plain', 'json', 'sgf'];

/** What may be typed, as an example of each form. */
const EXAMPLES = '(;FF[4]GM[18]…)   3b2b3/10/… w   x..|..o   start:6x6';

/** Files larger than this are not read, in bytes; the server takes no more either. */
const LARGEST = 1_000_000;

/** @param {Store} store */
export function mount(store) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text');
    if (file) void attempt(store, () => openFile(store, file));
    else if (text) void openPasted(store, text);
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text').trim();
    if (file) void attempt(store, () => openFile(store, file));
    else if (text) void openPasted(store, text);
  });
}

/**
 * A pasted text that is not understood can be mended, or given a side to move, in the dialog.
 * @param {Store} store
 * @param {string} text
 */
function openPasted(store, text) {
  if (document.querySelector('dialog[open]')) return undefined;
  return openText(store, text).catch((error) =>
    notify(store, sentence(error), 'error', { text: t('open.mend'), run: () => openOpen(store, { text, problem: sentence(error) }) }));
}

/** @param {unknown} error */
function sentence(error) {
  return error instanceof Error ? error.message || t('notice.offline') : String(error);
}

/** @param {Store} store @param {File} file */
async function openFile(store, file) {
  if (file.size > LARGEST) throw new Error(t('open.large'));
  await openText(store, await file.text());
  notify(store, t('open.opened', { name: file.name }));
}

/**
 * @param {Store} store
 * @param {{text?: string, problem?: string}} [given]
 */
export function openOpen(store, given = {}) {
  let side = 'text';
  const sides = [{ value: 'text', text: t('open.side.text') }, { value: 'w', text: t('side.white') }, { value: 'b', text: t('side.black') }];
  const text = html('textarea', { id: 'open-text', rows: 7, spellcheck: 'false', class: 'code', placeholder: EXAMPLES }, given.text);
  const problem = html('p', { class: 'problem', role: 'alert' }, given.problem);
  const open = (/** @type {() => Promise<void>} */ work) =>
    work().then(() => dialog.close(), (error) => void (problem.textContent = sentence(error)));
  const file = html('input', { type: 'file', id: 'open-file', accept: '.sgf,.ggf,.txt,.json,text/plain', onchange: () => {
    const chosen = file.files?.[0];
    if (chosen) void open(() => openFile(store, chosen));
  } });
  const form = html('form', { class: 'form', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void open(() => openText(store, text.value, side === 'text' ? {} : { toMove: side === 'b' ? 'b' : 'w' }));
  } },
  html('div', { class: 'field' }, html('label', { for: 'open-file' }, t('open.file')), file),
  html('div', { class: 'field' }, html('label', { for: 'open-text' }, t('open.text')), text),
  choice('open-side', t('open.side'), sides, side, (value) => void (side = value)),
  problem,
  html('div', { class: 'actions end' }, html('button', { type: 'submit', class: 'button primary' }, t('open.open'))));
  const dialog = openDialog(t('open.title'), [form]);
}

/** @param {Store} store */
export function saveGame(store) {
  void attempt(store, async () => {
    const text = await writeGame(store.state);
    const address = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
    html('a', { href: address, download: `otrera-${new Date().toISOString().slice(0, 10)}.sgf` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
}

/** @param {Store} store */
export function openShare(store) {
  const board = currentBoard(store.state);
  const link = copyable(store, t('share.link'), 'share-link', 2);
  const text = copyable(store, t('share.text'), 'share-text', 5);
  const show = (/** @type {string} */ form) => attempt(store, async () => {
    const answer = await ask('convert', { position: board, to: form });
    text.write(answer.text?.trim() ?? JSON.stringify(answer, null, 2));
  });
  openDialog(t('share.title'), [link.element,
    list(t('share.form'), FORMS.map((value) => ({ value, text: t(`share.form.${value}`) })), 'fen', show), text.element,
    html('div', { class: 'actions end' }, button({ icon: 'save', text: t('share.save'), click: () => saveGame(store) }))]);
  void attempt(store, async () => link.write(await linkTo(store.state)));
  void show('fen');
}

/**
 * A text to look at with a button that copies it.
 * @param {Store} store
 * @param {string} label
 * @param {string} id
 * @param {number} rows
 */
function copyable(store, label, id, rows) {
  const area = html('textarea', { id, rows, readonly: true, class: 'code', spellcheck: 'false' });
  const copy = button({ icon: 'copy', text: t('share.copy'), click: () => {
    navigator.clipboard.writeText(area.value).then(() => notify(store, t('share.copied')), () => area.select());
  } });
  copy.setAttribute('aria-label', `${t('share.copy')}: ${label}`);
  return {
    element: html('div', { class: 'field' }, html('label', { for: id }, label), html('div', { class: 'copy' }, area, copy)),
    /** @param {string} text */
    write: (text) => void (area.value = text),
  };
}
