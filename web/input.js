// Input on the board: select an amazon, move, shoot; by click, drag, touch or keys. A click or Esc before the shot
// undoes the last step. Legal squares come from the server's list of moves.

import { announce } from './announce.js';
import { readBoard, squareAt, squareName } from './boards.js';
import { mayMove, playMove } from './play.js';
import { currentLegal, currentNode, pick, setCursor, state } from './state.js';
import { t } from './text.js';

/** Distance at which a press becomes a drag, in CSS pixels. */
const DRAG_FROM = 6;

/** Cursor steps of the arrow keys, with White at the bottom. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

/** @param {BoardView} view */
export function mount(view) {
  const { element } = view;
  /** @type {Gesture | null} */
  let gesture = null;

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || state.editor) return;
    const { square } = view.locate(event);
    if (!square) return;
    setCursor(square);
    const { from, to } = state.picked;
    const movable = mayMove() && !to && currentLegal()?.has(square);
    gesture = { kind: movable ? 'move' : square === to ? 'shoot' : 'click', square, x: event.clientX, y: event.clientY, again: from === square, dragging: false };
    if (movable && from !== square) choose(square);
  });

  // A mouse press does not move the focus, so that arrow keys still step through the game; it only leaves text fields.
  // In the editor it does, so that keys continue where the mouse was.
  element.addEventListener('mousedown', (event) => {
    if (state.editor) return;
    event.preventDefault();
    const at = document.activeElement;
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) at.blur();
  });

  element.addEventListener('pointermove', (event) => {
    if (!gesture || gesture.kind === 'click') return;
    if (!gesture.dragging && Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < DRAG_FROM) return;
    if (!gesture.dragging) element.setPointerCapture(event.pointerId);
    gesture.dragging = true;
    const point = view.locate(event);
    if (gesture.kind === 'move') view.drag(gesture.square, point);
    else view.aim(gesture.square, point);
  });

  element.addEventListener('pointerup', (event) => {
    if (!gesture) return;
    const { kind, square, again, dragging } = gesture;
    gesture = null;
    const target = view.locate(event).square;
    if (!dragging) {
      // The press has selected the amazon already; only a second press deselects it.
      if (target === square && (kind !== 'move' || again)) act(square);
      return;
    }
    const legal = currentLegal();
    if (kind === 'move') {
      const lands = target !== null && legal?.get(square)?.has(target);
      if (!lands) view.drag(square, null);
      else {
        view.drag(square, view.centre(target));
        land(square, target);
        queueMicrotask(() => view.drag(target, null));
      }
    } else {
      view.aim(square, null);
      const { from, to } = state.picked;
      if (from && to && target && legal?.get(from)?.get(to)?.includes(target)) playMove(`${from}-${to}x${target}`);
    }
  });

  element.addEventListener('pointercancel', () => {
    if (gesture?.dragging) {
      view.drag(gesture.square, null);
      view.aim(gesture.square, null);
    }
    gesture = null;
  });

  // A finger on the board scrolls the page unless it drags an amazon or paints. Browsers ignore `touch-action` inside
  // an SVG.
  element.addEventListener('touchmove', (event) => {
    if (state.editor || (gesture && gesture.kind !== 'click')) event.preventDefault();
  }, { passive: false });

  element.addEventListener('focusin', (event) => {
    const square = event.target instanceof Element ? event.target.getAttribute('data-square') : null;
    if (square) setCursor(square);
  });

  element.addEventListener('focus', () => view.focus());

  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      moveCursor(step);
      view.focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && !state.editor) {
      event.preventDefault();
      act(state.cursor);
    }
  });
}

/** Selects, moves or shoots by a click or key on `square`. @param {string} square */
export function act(square) {
  if (!mayMove()) {
    if (!state.play.result) announce(t('advice.wait'));
    return;
  }
  const legal = currentLegal();
  const { from, to } = state.picked;
  if (from && to) {
    if (legal?.get(from)?.get(to)?.includes(square)) playMove(`${from}-${to}x${square}`);
    else if (square !== to && square !== from && legal?.has(square)) choose(square);
    else choose(from);
  } else if (from && legal?.get(from)?.has(square)) land(from, square);
  else if (square !== from && legal?.has(square)) choose(square);
  else if (from) stepBack();
  else if (legal) announce(t('announce.nothing', { square, piece: t(`piece.${pieceAt(square)}`) }));
}

/** Undoes the last step of an unfinished move. @returns false if there was none */
export function stepBack() {
  const { from, to } = state.picked;
  if (from && to) choose(from);
  else if (from) {
    pick(null);
    announce(t('announce.dropped'));
  } else return false;
  return true;
}

/** @param {string} square */
function choose(square) {
  pick(square);
  announce(t('announce.picked', { square, count: currentLegal()?.get(square)?.size ?? 0 }));
}

/** @param {string} from @param {string} to */
function land(from, to) {
  pick(from, to);
  announce(t('announce.landed', { square: to, count: currentLegal()?.get(from)?.get(to)?.length ?? 0 }));
}

/** @param {[number, number]} step */
function moveCursor([right, up]) {
  const { width, height } = state.editor?.board ?? state.game;
  const turn = state.settings.flip ? -1 : 1;
  const { column, row } = squareAt(state.cursor);
  const next = { column: column + right * turn, row: row + up * turn };
  if (next.column >= 0 && next.row >= 0 && next.column < width && next.row < height) setCursor(squareName(next.column, next.row));
}

/** @param {string} square */
const pieceAt = (square) => readBoard(currentNode().board).squares[square] ?? '.';
