// Speaks to screen readers: moves, results, steps of a move. Each text is put into the live region anew, so that the same
// words are heard twice if they happen twice.

import { moveParts } from './boards.js';
import { nodeAt, state, subscribe } from './state.js';
import { byId } from './svg.js';
import { sideName, t } from './text.js';

/** @param {string} text */
export function announce(text) {
  const region = byId('announcer');
  const line = document.createElement('p');
  line.textContent = text;
  region.replaceChildren(line);
}

/** A move in words: "White: d1 to d7, arrow to g7". @param {Side} side @param {string} move */
const sayMove = (side, move) => t('announce.move', { side: sideName(side), ...moveParts(move) });

/** @param {Result} result */
export function sayResult({ winner, why }) {
  return t(`result.${why}`, { winner: sideName(winner), loser: sideName(winner === 'white' ? 'black' : 'white') });
}

export function mount() {
  let { head, result } = state.play;
  let { current, game } = state;
  subscribe(() => {
    const words = [];
    const same = state.game === game;
    if (state.play.head !== head && state.play.head !== null && same) {
      const node = nodeAt(state.play.head);
      if (node.move && node.parent === head) words.push(sayMove(node.toMove === 'white' ? 'black' : 'white', node.move));
    }
    if (!words.length && state.current !== current && same) {
      const node = nodeAt(state.current);
      words.push(node.move ? sayMove(node.toMove === 'white' ? 'black' : 'white', node.move) : t('announce.start'));
    }
    if (state.play.result && state.play.result !== result) words.push(sayResult(state.play.result));
    ({ head, result } = state.play);
    ({ current, game } = state);
    if (words.length) announce(words.join('. '));
  });
}
