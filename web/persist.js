// Stores the game in localStorage, so that a reload loses nothing. A clock stops while the page is closed, and continues
// with the time it had.

import { bothLeft } from './clock.js';
import { read, write } from './settings.js';
import { changePlay, goTo, notify, setGame, setTab, state, subscribe } from './state.js';
import { t } from './text.js';
import { scoreThis } from './theory/margin.js';
import { solveThis } from './theory/solve.js';
import { newGame, ROOT } from './tree.js';

const KEY = 'otrera.game';

/** Delay that combines several changes into one write, in milliseconds. */
const DELAY = 300;

/** Largest game stored, in nodes: writing larger ones after every change would be slow. */
const MOST = 2000;

/** Interval between writes while a clock runs, in milliseconds: the most that a crash gives back. */
const EVERY = 2000;

export function mount() {
  let timer = 0;
  const save = () => {
    timer = 0;
    const { game, current, play, tab } = state;
    // The course and the puzzles have put the user's game aside; it is stored already.
    if (game.nodes.size > MOST || state.lesson || state.puzzle) return;
    const job = unfinishedJob();
    const stopped = { ...play, left: bothLeft(), thinking: false, since: null };
    write(KEY, { link: location.hash, nodes: [...game.nodes.values()], names: game.names, id: game.id, current, tab, play: stopped, job });
  };
  subscribe(() => (timer ||= setTimeout(save, DELAY)));
  setInterval(() => state.play.since !== null && save(), EVERY);
  window.addEventListener('pagehide', save);
  // The browser asks before it discards a proof that may have taken minutes.
  window.addEventListener('beforeunload', (event) => {
    if (unfinishedJob()) event.preventDefault();
  });
}

/** The running work that a reload would discard. */
function unfinishedJob() {
  const { job } = state.panes;
  return job && (job.name === 'solve' || job.name === 'score') ? { name: job.name, board: job.board } : null;
}

/** Tells that work was discarded, and offers to begin it again. @param {{name: 'solve' | 'score', board: string}} job */
function offerAgain({ name, board }) {
  notify(t(`notice.stopped.${name}`), 'note', { text: t('notice.restart'), run: () => {
    const node = [...state.game.nodes.values()].find((one) => one.board === board);
    if (node) goTo(node.id);
    setTab('theory');
    void (name === 'solve' ? solveThis() : scoreThis());
  } });
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
    if (kept.id) game.id = kept.id;
    const { play } = kept;
    const running = play.head !== null && !play.result && play.clock.kind !== 'none' && !play.paused;
    setGame(game, { head: play.head, current: game.nodes.has(kept.current) ? kept.current : ROOT });
    changePlay((now) => Object.assign(now, play, { since: running ? performance.now() : null }));
    if (['play', 'analyse', 'theory'].includes(kept.tab)) setTab(kept.tab);
    if (kept.job) offerAgain(kept.job);
    return kept.link === location.hash;
  } catch {
    return false;
  }
}
