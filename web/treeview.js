// The moves of the game with their variations: the main line in two columns, variations between its rows, comments below
// what they are about. One node has the focus at a time; arrow keys go through the game anywhere on the page.

import { deleteNode, goTo, promoteNode, setComment } from './state.js';
import { html, set, setText } from './svg.js';
import { t } from './text.js';
import { inVariation, nodeOf, ROOT } from './tree.js';
import { button } from './widgets.js';

/** @param {HTMLElement} element @param {Store} store */
export function mount(element, store) {
  const heading = html('h2', { class: 'tree-title', id: 'tree-title' });
  const tools = html('div', { class: 'tree-tools' });
  // At the start no move has the focus; then the list itself can be scrolled by keys.
  const moves = html('div', { class: 'moves', role: 'group', 'aria-labelledby': 'tree-title' });
  const label = html('label', { for: 'comment', class: 'unseen' });
  const comment = html('textarea', { id: 'comment', rows: 2, oninput: () => setComment(store, store.state.current, comment.value) });
  element.append(html('div', { class: 'tree-head' }, heading, tools), moves, label, comment);
  /** @type {Map<number, HTMLButtonElement>} */
  let buttons = new Map();
  /** @type {HTMLElement | undefined} */
  let shown;
  /** @type {HTMLElement | undefined} */
  let head;
  // Left and right follow the line; up and down go through the list as it stands, and so into variations.
  moves.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const order = [...buttons.keys()].sort((a, b) => position(buttons, a, b));
    const next = order[order.indexOf(store.state.current) + step];
    if (next !== undefined) goTo(store, next);
  });
  let drawn = '';
  let game = store.state.game;
  let marks = store.state.marks;
  const draw = () => {
    const { state } = store;
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
      moves.replaceChildren(...drawGame(store, buttons));
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
    const words = nodeOf(state.game, state.current).comment;
    if (comment.value !== words) comment.value = words;
    drawTools(tools, store);
  };
  store.subscribe(draw);
  // The list shrinks when the panel above it grows; the move that is shown stays in sight.
  new ResizeObserver(() => reveal(moves, buttons.get(store.state.current))).observe(moves);
  draw();
}

/** @param {HTMLElement} move @param {boolean} chosen */
function choose(move, chosen) {
  set(move, 'aria-current', chosen ? 'true' : null);
  set(move, 'tabindex', chosen ? 0 : -1);
}

/** Which of two moves stands first in the list. @param {Map<number, HTMLElement>} buttons @param {number} a @param {number} b */
function position(buttons, a, b) {
  const [first, second] = [buttons.get(a), buttons.get(b)];
  return first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** @param {HTMLElement} tools @param {Store} store */
function drawTools(tools, store) {
  const { state } = store;
  const can = { promote: inVariation(state.game, state.current), remove: state.current !== ROOT };
  const key = JSON.stringify([can, state.settings.language]);
  if (tools.getAttribute('data-key') === key) return;
  tools.setAttribute('data-key', key);
  const at = [...tools.children].indexOf(/** @type {Element} */ (document.activeElement));
  const promote = button({ icon: 'up', text: t('tree.promote'), kind: 'quiet', click: () => promoteNode(store, store.state.current) });
  const remove = button({ icon: 'bin', text: t('tree.delete'), kind: 'quiet', click: () => deleteNode(store, store.state.current) });
  set(promote, 'aria-disabled', can.promote ? null : 'true');
  set(remove, 'aria-disabled', can.remove ? null : 'true');
  tools.replaceChildren(promote, remove);
  [promote, remove][at]?.focus();
}

/**
 * Scrolls the list, and only the list, until the move is seen.
 * @param {HTMLElement} moves
 * @param {HTMLElement | undefined} move
 */
function reveal(moves, move) {
  if (!move) return void (moves.scrollTop = 0);
  const [outer, inner] = [moves.getBoundingClientRect(), move.getBoundingClientRect()];
  if (inner.top < outer.top) moves.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) moves.scrollTop += inner.bottom - outer.bottom + 8;
}

/** @param {Store} store @param {Map<number, HTMLButtonElement>} buttons */
function drawGame(store, buttons) {
  const { game } = store.state;
  const root = nodeOf(game, ROOT);
  const rows = [];
  if (root.comment) rows.push(html('p', { class: 'comment' }, root.comment));
  if (!root.children.length) return [...rows, html('p', { class: 'empty' }, t('tree.empty')), html('p', { class: 'empty' }, t('tree.rules'))];
  let row = /** @type {HTMLElement | null} */ (null);
  for (let node = root, ply = 0; node.children.length; ply++) {
    const [first = 0, ...others] = node.children;
    const next = nodeOf(game, first);
    const left = node.toMove === sideOfFirst(game);
    if (!row || left) {
      row = html('div', { class: 'pair' }, html('span', { class: 'number' }, `${Math.floor(ply / 2) + 1}.`), !left && html('span', { class: 'gap' }, '…'));
      rows.push(row);
    }
    row.append(moveButton(store, next, buttons));
    const below = [];
    if (next.comment) below.push(html('p', { class: 'comment' }, next.comment));
    for (const other of others) below.push(html('div', { class: 'variation' }, ...drawLine(store, nodeOf(game, other), ply, buttons)));
    if (below.length) {
      rows.push(...below);
      row = null;
    }
    node = next;
  }
  return rows;
}

/**
 * A variation as running text; its own variations stand in it, set off.
 * @param {Store} store
 * @param {GameNode} start
 * @param {number} ply of its first move, from 0
 * @param {Map<number, HTMLButtonElement>} buttons
 * @returns {HTMLElement[]}
 */
function drawLine(store, start, ply, buttons) {
  const { game } = store.state;
  const parts = [];
  let numbered = false;
  for (let node = start, at = ply; ; at++) {
    const first = nodeOf(game, node.parent ?? ROOT).toMove === sideOfFirst(game);
    if (first || !numbered) parts.push(html('span', { class: 'number' }, `${Math.floor(at / 2) + 1}.${first ? '' : '…'}`));
    numbered = true;
    parts.push(moveButton(store, node, buttons));
    if (node.comment) parts.push(html('span', { class: 'comment' }, node.comment));
    const siblings = node === start ? [] : nodeOf(game, node.parent ?? ROOT).children.slice(1);
    for (const sibling of siblings) {
      parts.push(html('div', { class: 'variation' }, ...drawLine(store, nodeOf(game, sibling), at, buttons)));
      numbered = false;
    }
    const [next] = node.children;
    if (next === undefined) return parts;
    node = nodeOf(game, next);
  }
}

/** @param {Store} store @param {GameNode} node @param {Map<number, HTMLButtonElement>} buttons */
function moveButton(store, node, buttons) {
  const mark = store.state.marks[node.id]?.mark;
  const move = html('button', { type: 'button', class: 'move', tabindex: -1, 'data-node': node.id, onclick: () => goTo(store, node.id) },
    node.move ?? t('tree.setup'), mark && html('span', { class: `judgement ${JUDGEMENTS[mark] ?? ''}` }, mark));
  buttons.set(node.id, move);
  return move;
}

/** Classes of the marks that a review gives (docs/playing.md). */
const JUDGEMENTS = /** @type {Record<string, string>} */ ({ '?!': 'doubtful', '?': 'mistake', '??': 'blunder' });

/** Whoever begins has the left column. @param {Game} game */
function sideOfFirst(game) {
  return nodeOf(game, ROOT).toMove;
}
