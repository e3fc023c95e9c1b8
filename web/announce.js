// Announcements for screen readers: moves, results, steps of a move. Each text is a new element, so that a repeated
// text is read again.

import { moveParts, other } from './boards.js';
import { currentNode, nodeAt, state, subscribe } from './state.js';
import { byId, html } from './svg.js';
import { amount, sideName, t } from './text.js';

/** @param {string} text */
export function announce(text) {
  byId('announcer').replaceChildren(html('p', text));
}

/** The move to a node: "White: d1 to d7, arrow to g7". @param {GameNode} node */
function describeMove({ move, toMove }) {
  return move ? t('announce.move', { side: sideName(other(toMove)), ...moveParts(move) }) : t('announce.start');
}

/** @param {Result} result */
export function describeResult({ winner, why, margin }) {
  const words = t(`result.${why}`, { winner: sideName(winner), loser: sideName(other(winner)) });
  return margin === undefined ? words : `${words} ${t(`result.${amount(margin)}`, { margin })}`;
}

export function mount() {
  let { head, result } = state.play;
  let { current, game } = state;
  subscribe(() => {
    const words = [];
    const same = state.game === game;
    if (state.play.head !== head && state.play.head !== null && same) {
      const node = nodeAt(state.play.head);
      if (node.move && node.parent === head) words.push(describeMove(node));
    }
    if (!words.length && state.current !== current && same) words.push(describeMove(currentNode()));
    if (state.play.result && state.play.result !== result) words.push(describeResult(state.play.result));
    ({ head, result } = state.play);
    ({ current, game } = state);
    if (words.length) announce(words.join('. '));
  });
}
