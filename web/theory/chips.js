// Moves as small buttons: hover and focus draw the move on the board, a click plays it as a variation if its side is to
// move.

import { preview, previewing } from '../analysis/preview.js';
import { moveParts, readBoard } from '../boards.js';
import { addLine, currentBoard, goTo, state } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';

/** Number of moves shown at first; there can be hundreds. */
const SHOWN = 4;

/** @param {string} move */
export function chip(move) {
  const press = () => {
    const { squares, toMove } = readBoard(currentBoard());
    const amazon = squares[moveParts(move).from];
    const isTheirs = amazon === (toMove === 'black' ? 'b' : 'w');
    if (isTheirs) goTo(addLine(state.current, move));
    else preview([move]);
  };
  return html('button.chip', { onclick: press, ...previewing(() => [move]) }, move);
}

/** @param {string[]} moves */
export function chips(moves) {
  const holder = html('span.chips', ...moves.slice(0, SHOWN).map(chip));
  const rest = moves.slice(SHOWN);
  if (rest.length === 0) return holder;
  const more = html('button.chip.more', { onclick: () => {
    const made = rest.map(chip);
    more.replaceWith(...made);
    made[0]?.focus();
  } }, t('options.moves', { count: rest.length }));
  holder.append(more);
  return holder;
}
