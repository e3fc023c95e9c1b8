// Stores the game in localStorage, so that a reload loses nothing.

import { read, write } from './settings.js';
import { changePlay, setGame, state, subscribe } from './state.js';
import { newGame, ROOT } from './tree.js';

const KEY = 'otrera.game';

/** Delay that combines several changes into one write, in milliseconds. */
const DELAY = 300;

/** Largest game stored, in nodes: writing larger ones after every change would be slow. */
const MOST = 2000;

export function mount() {
  let timer = 0;
  const save = () => {
    timer = 0;
    const { game, current, play } = state;
    if (game.nodes.size > MOST) return;
    write(KEY, { link: location.hash, nodes: [...game.nodes.values()], names: game.names, current, play: { ...play, thinking: false, since: null } });
  };
  subscribe(() => (timer ||= setTimeout(save, DELAY)));
  window.addEventListener('pagehide', save);
}

/**
 * Restores the stored game with its clocks. Unreadable data, as from another version, is ignored.
 * @returns true if the address is the one stored with the game, which need not be opened again
 */
export function restore() {
  const kept = read(KEY);
  try {
    const game = newGame(kept.nodes[0].board);
    game.nodes = new Map(kept.nodes.map((/** @type {GameNode} */ node) => [node.id, node]));
    game.next = Math.max(...game.nodes.keys()) + 1;
    game.names = kept.names;
    const { play } = kept;
    const running = play.head !== null && !play.result && play.clock.kind !== 'none' && !play.paused;
    setGame(game, { head: play.head, current: game.nodes.has(kept.current) ? kept.current : ROOT });
    changePlay((now) => Object.assign(now, play, { since: running ? performance.now() : null }));
    return kept.link === location.hash;
  } catch {
    return false;
  }
}
