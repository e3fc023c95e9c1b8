// The list of moves: the main line in two columns, variations and comments between its rows. One move is in the tab
// order at a time; left and right arrow keys step through the game anywhere on the page.

import { KINDS } from './analysis/format.js';
import { currentLine, deleteNode, goTo, nodeAt, notify, promoteNode, setComment, state, undoEdit, watch } from './state.js';
import { html, set, setText } from './svg.js';
import { t } from './text.js';
import { inVariation, nodeOf, ROOT } from './tree.js';
import { button, openDialog } from './widgets.js';

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = html('h2.tree-title', { id: 'tree-title' });
  const tools = html('div.tree-tools');
  // At the start no move can have the focus; then the list itself can, for scrolling by keys.
  const moves = html('div.moves', { role: 'group', 'aria-labelledby': 'tree-title' });
  const label = html('label.unseen', { for: 'comment' });
  const comment = html('textarea', { id: 'comment', rows: 2, oninput: () => setComment(state.current, comment.value) });
  element.append(html('div.tree-head', heading, tools), moves, label, comment);
  /** @type {Map<number, HTMLButtonElement>} */
  let buttons = new Map();
  /** @type {HTMLElement | undefined} */
  let shown;
  /** @type {HTMLElement | undefined} */
  let head;
  // Up and down step through the list as shown, including variations.
  moves.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const order = [...moves.querySelectorAll('button')];
    order[order.findIndex((button) => button === buttons.get(state.current)) + step]?.click();
  });
  let drawn = '';
  let game = state.game;
  let marks = state.marks;
  const draw = () => {
    const key = [state.game.version, state.settings.language].join();
    if (key !== drawn || state.game !== game || state.marks !== marks) {
      drawn = key;
      ({ game, marks } = state);
      setText(heading, t('tree.title'));
      setText(label, t('tree.comment'));
      set(comment, 'placeholder', t('tree.comment'));
      const focused = moves.contains(document.activeElement);
      const scrolled = moves.scrollTop;
      buttons = new Map();
      shown = head = undefined;
      moves.replaceChildren(...drawGame(buttons));
      moves.scrollTop = scrolled;
      if (focused) buttons.get(state.current)?.focus({ preventScroll: true });
    }
    const here = buttons.get(state.current);
    set(moves, 'tabindex', here ? null : 0);
    if (shown !== here) {
      if (shown) choose(shown, false);
      if (here) choose(here, true);
      shown = here;
      if (moves.contains(document.activeElement)) here?.focus({ preventScroll: true });
      reveal(moves, here);
    }
    const goesOn = state.play.head === null || state.play.result ? undefined : buttons.get(state.play.head);
    if (head !== goesOn) {
      head?.classList.remove('head');
      head = goesOn;
      head?.classList.add('head');
    }
    const words = nodeAt(state.current).comment;
    if (comment.value !== words) comment.value = words;
    drawTools(tools);
  };
  // The list shrinks when the panel above grows; the current move stays visible.
  new ResizeObserver(() => reveal(moves, buttons.get(state.current))).observe(moves);
  watch(draw);
}

/** @param {HTMLElement} move @param {boolean} chosen */
function choose(move, chosen) {
  set(move, 'aria-current', chosen ? 'true' : null);
  set(move, 'tabindex', chosen ? 0 : -1);
}

/** @param {HTMLElement} tools */
function drawTools(tools) {
  const can = { promote: inVariation(state.game, state.current), remove: state.current !== ROOT };
  const key = JSON.stringify([can, state.settings.language]);
  if (tools.getAttribute('data-key') === key) return;
  tools.setAttribute('data-key', key);
  const at = [...tools.children].indexOf(/** @type {Element} */ (document.activeElement));
  const promote = button({ icon: 'up', text: t('tree.promote'), kind: 'quiet', click: () => promoteNode(state.current) });
  const remove = button({ icon: 'bin', text: t('tree.delete'), kind: 'quiet', click: askAndDelete });
  set(promote, 'aria-disabled', can.promote ? null : 'true');
  set(remove, 'aria-disabled', can.remove ? null : 'true');
  tools.replaceChildren(promote, remove);
  [promote, remove][at]?.focus();
}

/** Deletes the shown move and what follows. Moves of the main line are deleted only after a question. */
function askAndDelete() {
  const id = state.current;
  if (id === ROOT) return;
  const line = currentLine();
  const count = line.length - line.findIndex((node) => node.id === id);
  const remove = () => {
    const edit = deleteNode(id);
    notify(t('tree.deleted', { count }), 'note', { text: t('tree.undo'), run: () => undoEdit(edit) });
  };
  if (inVariation(state.game, id)) return remove();
  const dialog = openDialog(t('delete.title'), [html('p', t('delete.words', { count })), html('div.actions.end',
    button({ text: t('delete.no'), click: () => dialog.close() }),
    button({ icon: 'bin', text: t('delete.yes'), kind: 'primary', click: () => {
      dialog.close();
      remove();
    } }))]);
}

/** Scrolls the list, and only the list, to the move. @param {HTMLElement} moves @param {HTMLElement | undefined} move */
function reveal(moves, move) {
  if (!move) return void (moves.scrollTop = 0);
  const [outer, inner] = [moves.getBoundingClientRect(), move.getBoundingClientRect()];
  if (inner.top < outer.top) moves.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) moves.scrollTop += inner.bottom - outer.bottom + 8;
}

/** @param {Map<number, HTMLButtonElement>} buttons */
function drawGame(buttons) {
  const { game } = state;
  const root = nodeOf(game, ROOT);
  const rows = [];
  if (root.comment) rows.push(html('p.comment', root.comment));
  if (!root.children.length) return [...rows, html('p.empty', t('tree.empty')), html('p.empty', t('tree.rules'))];
  let row = /** @type {HTMLElement | null} */ (null);
  for (let node = root, ply = 0; node.children.length; ply++) {
    const [first = 0, ...others] = node.children;
    const next = nodeOf(game, first);
    const left = node.toMove === sideOfFirst(game);
    if (!row || left) {
      row = html('div.pair', html('span.number', `${Math.floor(ply / 2) + 1}${left ? '.' : '…'}`), !left && html('span.gap'));
      rows.push(row);
    }
    row.append(moveButton(next, buttons));
    const below = [];
    if (next.comment) below.push(html('p.comment', next.comment));
    for (const other of others) below.push(html('div.variation', ...drawLine(nodeOf(game, other), ply, buttons)));
    if (below.length) {
      rows.push(...below);
      row = null;
    }
    node = next;
  }
  return rows;
}

/**
 * A variation as running text, with its own variations as nested blocks.
 * @param {GameNode} start @param {number} ply of its first move, from 0 @param {Map<number, HTMLButtonElement>} buttons
 * @returns {HTMLElement[]}
 */
function drawLine(start, ply, buttons) {
  const { game } = state;
  const parts = [];
  let numbered = false;
  for (let node = start, at = ply; ; at++) {
    const first = nodeOf(game, node.parent ?? ROOT).toMove === sideOfFirst(game);
    if (first || !numbered) parts.push(html('span.number', `${Math.floor(at / 2) + 1}${first ? '.' : '…'}`));
    numbered = true;
    parts.push(moveButton(node, buttons));
    if (node.comment) parts.push(html('span.comment', node.comment));
    const siblings = node === start ? [] : nodeOf(game, node.parent ?? ROOT).children.slice(1);
    for (const sibling of siblings) {
      parts.push(html('div.variation', ...drawLine(nodeOf(game, sibling), at, buttons)));
      numbered = false;
    }
    const [next] = node.children;
    if (next === undefined) return parts;
    node = nodeOf(game, next);
  }
}

/** @param {GameNode} node @param {Map<number, HTMLButtonElement>} buttons */
function moveButton(node, buttons) {
  const mark = state.marks[node.id]?.mark;
  const move = html('button.move', { tabindex: -1, 'data-node': node.id, onclick: () => goTo(node.id) },
    node.move ?? t('tree.setup'), mark && html('span', { class: `judgement ${KINDS[mark]}` }, mark));
  buttons.set(node.id, move);
  return move;
}

/** The side of the left column. @param {Game} game */
const sideOfFirst = (game) => nodeOf(game, ROOT).toMove;
