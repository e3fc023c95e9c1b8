// The position editor: amazons and arrows are put on the board by click, drag or keys; size and side to move beside it.
// The server looks at every position and its sentence is shown; only what it accepts can be used.

import { ApiError, ask } from './api.js';
import { announce } from './announce.js';
import { readBoard, squareAt, writeBoard } from './boards.js';
import { replaceGame } from './play.js';
import { currentBoard, setEditor, setTab } from './state.js';
import { byId, html, set, setText } from './svg.js';
import { t } from './text.js';
import { newGame } from './tree.js';
import { button, choice, numeric } from './widgets.js';

/** Keys that put a piece on the square under the cursor. */
const PIECE_KEYS = /** @type {Record<string, Piece>} */ ({ w: 'w', b: 'b', x: '#', '#': '#', Delete: '.', Backspace: '.' });

/** How long the board must rest before the server is asked, in milliseconds. */
const REST = 150;

/** Longest side of a board (docs/notation.md). */
const LONGEST = 26;

/** @param {Store} store opens the editor with the board that is shown */
export function openEditor(store) {
  setEditor(store, { board: readBoard(currentBoard(store.state)), tool: 'w', verdict: null });
}

/** @param {HTMLElement} element @param {import('./board.js').BoardView} view @param {Store} store */
export function mount(element, view, store) {
  mountPointer(view, store);
  let drawn = '';
  let asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  const words = html('p', { class: 'verdict', role: 'status' });
  const code = html('output', { class: 'code board-text' });
  const use = html('button', { type: 'button', class: 'button primary', onclick: () => finish(store) });
  const draw = () => {
    const { editor, settings } = store.state;
    element.hidden = !editor;
    document.body.classList.toggle('editing', editor !== null);
    for (const id of ['panel', 'tree']) byId(id).hidden = editor !== null;
    if (!editor) return void (drawn = asked = '');
    const text = writeBoard(editor.board);
    if (text !== asked) {
      asked = text;
      clearTimeout(resting);
      resting = setTimeout(() => void check(store, text), REST);
    }
    const fine = accepted(editor);
    setText(code, text);
    setText(words, editor.verdict?.text ?? '');
    words.classList.toggle('problem', editor.verdict?.ok === false);
    set(use, 'aria-disabled', fine ? null : 'true');
    const key = [editor.board.width, editor.board.height, settings.language].join();
    if (key === drawn) return;
    const first = drawn === '';
    drawn = key;
    setText(use, t('edit.use'));
    element.replaceChildren(...fields(store, editor), code, words,
      html('div', { class: 'actions end' }, button({ text: t('edit.cancel'), click: () => setEditor(store, null) }), use));
    if (first) element.querySelector('input')?.focus();
  };
  store.subscribe(draw);
  draw();
}

/** Whether the server has accepted the board as it is now. @param {Editor} editor */
function accepted({ board, verdict }) {
  return verdict !== null && verdict.ok && verdict.board === writeBoard(board);
}

/** @param {Store} store @param {string} board */
async function check(store, board) {
  const verdict = await ask('moves', { position: board }).then(
    (report) => ({ board, ok: true, text: t('edit.fine', { count: report.count }) }),
    (error) => ({ board, ok: false, text: sentence(error) }));
  change(store, (now) => (writeBoard(now.board) === board ? { ...now, verdict } : now));
}

/** @param {unknown} error */
function sentence(error) {
  return error instanceof ApiError && error.message ? error.message : t('notice.offline');
}

/** @param {Store} store @param {Editor} editor */
function fields(store, editor) {
  const resize = (/** @type {{width?: number, height?: number}} */ size) => change(store, (now) => ({ ...now, board: resized({ ...now.board, ...size }) }));
  const tools = (/** @type {Piece[]} */ (['w', 'b', '#', '.'])).map((value) => ({ value, text: t(`edit.tool.${value}`) }));
  return [
    html('h2', { class: 'headline' }, t('edit.title')),
    html('p', { class: 'advice' }, t('edit.advice')),
    choice('tool', t('edit.tool'), tools, editor.tool, (tool) => change(store, (now) => ({ ...now, tool: /** @type {Piece} */ (tool) }))),
    choice('edit-side', t('edit.side'), [{ value: 'white', text: t('side.white') }, { value: 'black', text: t('side.black') }], editor.board.toMove ?? 'white',
      (side) => change(store, (now) => ({ ...now, board: { ...now.board, toMove: side === 'black' ? 'black' : 'white' } }))),
    html('div', { class: 'row' },
      numeric(t('new.width'), { value: editor.board.width, least: 1, most: LONGEST }, (width) => resize({ width })),
      numeric(t('new.height'), { value: editor.board.height, least: 1, most: LONGEST }, (height) => resize({ height }))),
    html('div', { class: 'actions' },
      button({ text: t('edit.clear'), click: () => change(store, (now) => ({ ...now, board: { ...now.board, squares: {} } })) }),
      button({ text: t('edit.standard'), click: () => standard(store) })),
  ];
}

/** @param {Store} store @param {(editor: Editor) => Editor} how */
function change(store, how) {
  if (store.state.editor) setEditor(store, how(store.state.editor));
}

/** @param {Store} store the standard setup of this size, which the server knows */
async function standard(store) {
  const editor = store.state.editor;
  if (!editor) return;
  const { width, height } = editor.board;
  try {
    const { board } = await ask('moves', { position: `start:${width}x${height}` });
    change(store, (now) => ({ ...now, board: readBoard(board) }));
  } catch (error) {
    change(store, (now) => ({ ...now, verdict: { board: '', ok: false, text: sentence(error) } }));
  }
}

/** @param {Board} board @returns {Board} what does not fit falls off */
function resized(board) {
  const kept = Object.entries(board.squares).filter(([square]) => {
    const { column, row } = squareAt(square);
    return column < board.width && row < board.height;
  });
  return { ...board, squares: Object.fromEntries(kept) };
}

/** @param {Store} store */
function finish(store) {
  const { editor } = store.state;
  if (!editor || !accepted(editor)) return;
  replaceGame(store, newGame(writeBoard(editor.board)), { head: null });
  setTab(store, 'play');
}

/** @param {Store} store @param {string} square @param {Piece} piece */
function put(store, square, piece) {
  change(store, (now) => ({ ...now, board: { ...now.board, squares: { ...now.board.squares, [square]: piece } } }));
  announce(`${square}, ${t(`piece.${piece}`)}`);
}

/** @param {import('./board.js').BoardView} view @param {Store} store */
function mountPointer(view, store) {
  /** @type {Piece | null} */
  let painting = null;
  const toolFor = (/** @type {string} */ square) => {
    const editor = store.state.editor;
    if (!editor) return null;
    return editor.board.squares[square] === editor.tool ? '.' : editor.tool;
  };
  view.element.addEventListener('pointerdown', (event) => {
    const { square } = view.locate(event);
    if (!store.state.editor || !square || event.button !== 0) return;
    painting = toolFor(square);
    if (painting) put(store, square, painting);
  });
  view.element.addEventListener('pointermove', (event) => {
    const { square } = view.locate(event);
    if (!painting || !square || !store.state.editor) return;
    if ((store.state.editor.board.squares[square] ?? '.') !== painting) put(store, square, painting);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) view.element.addEventListener(end, () => void (painting = null));
  view.element.addEventListener('keydown', (event) => {
    const { editor, cursor } = store.state;
    if (!editor || event.ctrlKey || event.metaKey || event.altKey) return;
    const piece = event.key === 'Enter' || event.key === ' ' ? toolFor(cursor) : PIECE_KEYS[event.key];
    if (!piece) return;
    event.preventDefault();
    event.stopPropagation();
    put(store, cursor, piece);
  });
}
