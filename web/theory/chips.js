// Moves as small buttons: pointing at one or giving it the focus draws it on the board, pressing it plays it as a
// variation where its side is to move.

import { preview, previewing } from '../analysis/preview.js';
import { readBoard, moveParts } from '../boards.js';
import { addLine, currentBoard, currentNode, goTo } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';

/** Moves that are shown at once; there can be hundreds. */
const SHOWN = 4;

/** @param {Store} store @param {string} move */
export function chip(store, move) {
  const press = () => {
    const { squares, toMove } = readBoard(currentBoard(store.state));
    const amazon = squares[moveParts(move).from];
    const isTheirs = amazon === (toMove === 'black' ? 'b' : 'w');
    if (isTheirs) goTo(store, addLine(store, currentNode(store.state).id, [move]));
    else preview(store, [move]);
  };
  return html('button', { type: 'button', class: 'chip', onclick: press, ...previewing(store, () => [move]) }, move);
}

/**
 * The first moves of a list, and a button for the others.
 * @param {Store} store
 * @param {string[]} moves
 */
export function chips(store, moves) {
  const holder = html('span', { class: 'chips' }, ...moves.slice(0, SHOWN).map((move) => chip(store, move)));
  const rest = moves.slice(SHOWN);
  if (rest.length === 0) return holder;
  const more = html('button', { type: 'button', class: 'chip more', onclick: () => {
    const made = rest.map((move) => chip(store, move));
    more.replaceWith(...made);
    made[0]?.focus();
  } }, t('theory.moves.more', { count: rest.length }));
  holder.append(more);
  return holder;
}
