// Speaks to screen readers: moves, results, steps of a move. Each text is put into the live region anew, so that the same
// words are heard twice if they happen twice.

import { moveParts } from './boards.js';
import { byId } from './svg.js';
import { t } from './text.js';
import { nodeOf } from './tree.js';

/** @param {string} text */
export function announce(text) {
  const region = byId('announcer');
  const line = document.createElement('p');
  line.textContent = text;
  region.replaceChildren(line);
}

/**
 * A move in words: "White: d1 to d7, arrow to g7".
 * @param {Side} side
 * @param {string} move
 */
function sayMove(side, move) {
  return t('announce.move', { side: t(`side.${side}`), ...moveParts(move) });
}

/**
 * @param {Result} result
 */
export function sayResult({ winner, why }) {
  return t(`result.${why}`, { winner: t(`side.${winner}`), loser: t(`side.${winner === 'white' ? 'black' : 'white'}`) });
}

/**
 * Announces the game's moves and its end, and where one is when going through it.
 * @param {Store} store
 */
export function mount(store) {
  let { head, result } = store.state.play;
  let { current, game } = store.state;
  store.subscribe((state) => {
    const words = [];
    const same = state.game === game;
    if (state.play.head !== head && state.play.head !== null && same) {
      const node = nodeOf(state.game, state.play.head);
      if (node.move && node.parent === head) words.push(sayMove(node.toMove === 'white' ? 'black' : 'white', node.move));
    }
    if (!words.length && state.current !== current && same) {
      const node = nodeOf(state.game, state.current);
      words.push(node.move ? sayMove(node.toMove === 'white' ? 'black' : 'white', node.move) : t('announce.start'));
    }
    if (state.play.result && state.play.result !== result) words.push(sayResult(state.play.result));
    ({ head, result } = state.play);
    ({ current, game } = state);
    if (words.length) announce(words.join('. '));
  });
}
