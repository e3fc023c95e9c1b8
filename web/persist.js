// Keeps the game in the browser, so that a reload or a closed lid loses nothing. Only this browser ever sees it.

import { read, write } from './settings.js';
import { changePlay, setGame, state, subscribe } from './state.js';
import { newGame, ROOT } from './tree.js';

const KEY = 'otrera.game';

/** Changes that follow each other within this time are written once, in milliseconds. */
const DELAY = 300;

/** Larger games are not kept: they came from a file, and writing them again and again would be felt. In nodes. */
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
 * Puts the kept game back. Clocks go on from where they were. What cannot be read was kept by another version.
 * @returns whether the game is what the address carries, so that it need not be opened again
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
