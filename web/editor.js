// The position editor: places amazons and arrows by click, drag or keys, and sets size and side to move. The server
// checks every position; only valid ones can be used.

import { announce } from './announce.js';
import { ask, sentence } from './api.js';
import { readBoard, squareAt, writeBoard } from './boards.js';
import { closeCourse } from './learn/course.js';
import { replaceGame } from './play.js';
import { currentBoard, setEditor, setTab, state, watch } from './state.js';
import { byId, html, set, setText } from './svg.js';
import { sideName, t } from './text.js';
import { newGame } from './tree.js';
import { button, choice, numeric } from './widgets.js';

const PIECE_KEYS = /** @type {Record<string, Piece>} */ ({ w: 'w', b: 'b', x: '#', '#': '#', Delete: '.', Backspace: '.' });

/** Delay between the last change and the check, in milliseconds. */
const DELAY = 150;

/** Longest side of a board (docs/formats/notation.md). */
const LONGEST = 26;

export function openEditor() {
  closeCourse();
  setEditor({ board: readBoard(currentBoard()), tool: 'w', verdict: null });
}

/** @param {HTMLElement} element @param {BoardView} view */
export function mount(element, view) {
  mountPointer(view);
  let drawn = '';
  let asked = '';
  let timer = 0;
  const words = html('p.verdict', { role: 'status' });
  const code = html('output.code.board-text');
  const use = html('button.button.primary', { onclick: () => finish() });
  /** @type {ReturnType<typeof fields> | null} */
  let form = null;
  watch(() => {
    const { editor, settings } = state;
    element.hidden = !editor;
    document.body.classList.toggle('editing', editor !== null);
    for (const id of ['panel', 'tree']) byId(id).hidden = editor !== null || state.lesson !== null || state.puzzle !== null;
    if (!editor) {
      drawn = asked = '';
      form = null;
      return;
    }
    const text = writeBoard(editor.board);
    if (text !== asked) {
      asked = text;
      clearTimeout(timer);
      timer = setTimeout(() => void check(text), DELAY);
    }
    const fine = accepted(editor);
    setText(code, text);
    setText(words, editor.verdict?.text ?? '');
    words.classList.toggle('problem', editor.verdict?.ok === false);
    set(use, 'aria-disabled', fine ? null : 'true');
    form?.sync(editor);
    if (settings.language === drawn) return;
    const first = drawn === '';
    drawn = settings.language;
    form = fields(editor);
    setText(use, t('edit.use'));
    element.replaceChildren(...form.elements, code, words,
      html('div.actions.end', button({ text: t('edit.cancel'), click: () => setEditor(null) }), use));
    if (first) element.querySelector('input')?.focus();
  });
}

/** @param {Editor} editor */
const accepted = ({ board, verdict }) => verdict !== null && verdict.ok && verdict.board === writeBoard(board);

/** @param {string} board */
async function check(board) {
  const verdict = await ask('moves', { position: board }).then((report) => judge(board, report.count), (error) => ({ board, ok: false, text: sentence(error) }));
  change((now) => (writeBoard(now.board) === board ? { ...now, verdict } : now));
}

/** @param {string} board a legal one @param {number} count of legal moves */
function judge(board, count) {
  const { squares, toMove } = readBoard(board);
  const isEmpty = !Object.values(squares).some((piece) => piece === 'w' || piece === 'b');
  if (isEmpty) return { board, ok: false, text: t('edit.none') };
  return { board, ok: true, text: count ? t('edit.fine', { count }) : t('edit.over', { side: sideName(toMove ?? 'white') }) };
}

/** @param {Editor} editor */
function fields(editor) {
  const resize = (/** @type {{width?: number, height?: number}} */ size) => changeBoard((board) => resized({ ...board, ...size }));
  const tools = (/** @type {Piece[]} */ (['w', 'b', '#', '.'])).map((value) => ({ value, text: t(`edit.tool.${value}`) }));
  const sides = choice('edit-side', t('open.side'), [{ value: 'white', text: sideName('white') }, { value: 'black', text: sideName('black') }], editor.board.toMove ?? 'white',
    (side) => changeBoard((board) => ({ ...board, toMove: side === 'black' ? 'black' : 'white' })));
  const width = numeric(t('new.width'), { value: editor.board.width, least: 1, most: LONGEST }, (width) => resize({ width }));
  const height = numeric(t('new.height'), { value: editor.board.height, least: 1, most: LONGEST }, (height) => resize({ height }));
  const elements = [
    html('h2.headline', t('edit.title')),
    html('p.advice', t('edit.advice')),
    choice('tool', t('edit.tool'), tools, editor.tool, (tool) => change((now) => ({ ...now, tool: /** @type {Piece} */ (tool) }))),
    sides,
    html('div.row', width, height),
    html('div.actions',
      button({ text: t('edit.clear'), click: () => changeBoard((board) => ({ ...board, squares: {} })) }),
      button({ text: t('edit.standard'), click: standard })),
  ];
  /** Shows the state in the fields, except in the one being typed in. @param {Editor} now */
  const sync = ({ board }) => {
    for (const [field, value] of /** @type {const} */ ([[width, board.width], [height, board.height]])) {
      const input = field.querySelector('input');
      if (input && input !== document.activeElement && input.value !== String(value)) input.value = String(value);
    }
    for (const input of sides.querySelectorAll('input')) input.checked = input.value === (board.toMove ?? 'white');
  };
  return { elements, sync };
}

/** @param {(editor: Editor) => Editor} how */
function change(how) {
  if (state.editor) setEditor(how(state.editor));
}

/** @param {(board: Board) => Board} how */
function changeBoard(how) {
  change((now) => ({ ...now, board: how(now.board) }));
}

/** Asks the server for the standard setup of this size. */
async function standard() {
  if (!state.editor) return;
  const { width, height } = state.editor.board;
  try {
    const { board } = await ask('moves', { position: `start:${width}x${height}` });
    changeBoard(() => readBoard(board));
  } catch (error) {
    change((now) => ({ ...now, verdict: { board: '', ok: false, text: sentence(error) } }));
  }
}

/** @param {Board} board @returns {Board} without the pieces outside */
function resized(board) {
  const kept = Object.entries(board.squares).filter(([square]) => {
    const { column, row } = squareAt(square);
    return column < board.width && row < board.height;
  });
  return { ...board, squares: Object.fromEntries(kept) };
}

function finish() {
  const { editor } = state;
  if (!editor || !accepted(editor)) return;
  replaceGame(newGame(writeBoard(editor.board)), { head: null });
  setTab('play');
}

/** @param {string} square @param {Piece} piece */
function put(square, piece) {
  changeBoard((board) => ({ ...board, squares: { ...board.squares, [square]: piece } }));
  announce(`${square}, ${t(`piece.${piece}`)}`);
}

/** @param {BoardView} view */
function mountPointer(view) {
  /** @type {Piece | null} */
  let painting = null;
  const toolFor = (/** @type {string} */ square) => {
    const { editor } = state;
    if (!editor) return null;
    return editor.board.squares[square] === editor.tool ? '.' : editor.tool;
  };
  view.element.addEventListener('pointerdown', (event) => {
    const { square } = view.locate(event);
    if (!state.editor || !square || event.button !== 0) return;
    painting = toolFor(square);
    if (painting) put(square, painting);
  });
  view.element.addEventListener('pointermove', (event) => {
    const { square } = view.locate(event);
    if (!painting || !square || !state.editor) return;
    if ((state.editor.board.squares[square] ?? '.') !== painting) put(square, painting);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) view.element.addEventListener(end, () => (painting = null));
  view.element.addEventListener('keydown', (event) => {
    const { editor, cursor } = state;
    if (!editor || event.ctrlKey || event.metaKey || event.altKey) return;
    const piece = event.key === 'Enter' || event.key === ' ' ? toolFor(cursor) : PIECE_KEYS[event.key];
    if (!piece) return;
    event.preventDefault();
    event.stopPropagation();
    put(cursor, piece);
  });
}
