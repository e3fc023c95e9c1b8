// The library: games played here, kept in the browser. A game is kept when it ends or is replaced. The list opens,
// deletes and exports them.

import { ask } from './api.js';
import { download } from './files.js';
import { attempt, replaceGame } from './play.js';
import { gameFacts, gameTitle, played, recordNodes } from './record.js';
import { read, write } from './settings.js';
import { nodeAt, setTab, state, subscribe } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { addMove, lineThrough, newGame, nodeOf, ROOT } from './tree.js';
import { button, openDialog } from './widgets.js';

const KEY = 'otrera.library';

/** Games that are kept; the oldest go first. */
const MOST = 200;

/** @returns {KeptGame[]} latest first */
export const keptGames = () => read(KEY) ?? [];

export function mount() {
  let { result } = state.play;
  subscribe(() => {
    const isNew = state.play.result !== null && state.play.result !== result;
    result = state.play.result;
    if (isNew) keepGame();
  });
}

/** Keeps the game that is being played, or its new state. */
export function keepGame() {
  const { game, play, lesson, puzzle } = state;
  if (play.head === null || game.nodes.size < 2 || lesson || puzzle) return;
  game.id ??= String(Date.now());
  const { width, height } = game;
  const names = { ...game.names, date: game.names.date ?? new Date().toISOString().slice(0, 10), ...played(play) };
  const moves = lineThrough(game, ROOT).length - 1;
  const entry = { id: game.id, board: nodeAt(ROOT).board, names, size: { width, height }, moves, nodes: recordNodes(game) };
  write(KEY, [entry, ...keptGames().filter(({ id }) => id !== entry.id)].slice(0, MOST));
}

/** @param {KeptGame} kept */
function openKept({ id, board, names, nodes }) {
  const game = newGame(board);
  game.names = names;
  game.id = id;
  /** @type {number[]} */
  const ids = [];
  for (const { parent, move, comment } of nodes) {
    const at = parent === null || move === null ? ROOT : addMove(game, ids[parent] ?? ROOT, move);
    nodeOf(game, at).comment = comment;
    ids.push(at);
  }
  replaceGame(game, { head: null });
  setTab('play');
}

export function openLibrary() {
  const list = html('ol.game-list');
  const words = html('p', { role: 'status' });
  const save = button({ icon: 'save', text: t('library.export'), click: () => void attempt(exportAll) });
  const foot = html('div.actions.end', save);
  const draw = () => {
    const games = keptGames();
    words.replaceChildren(games.length ? '' : t('library.empty'));
    foot.hidden = games.length === 0;
    list.replaceChildren(...games.map(row));
  };
  const remove = (/** @type {KeptGame} */ kept) => {
    const before = keptGames();
    write(KEY, before.filter(({ id }) => id !== kept.id));
    draw();
    const undo = button({ icon: 'undo', text: t('tree.undo'), click: () => {
      write(KEY, before);
      draw();
      /** @type {HTMLElement | null} */ (list.querySelector('button'))?.focus();
    } });
    words.replaceChildren(t('library.deleted'), ' ', undo);
    undo.focus();
  };
  const row = (/** @type {KeptGame} */ kept) => html('li.library-row',
    html('button.button.game-row', { onclick: () => {
      dialog.close();
      openKept(kept);
    } }, html('strong', gameTitle(kept.names)), html('span.faint', gameFacts({ ...kept.names, size: kept.size, moves: kept.moves }))),
    button({ icon: 'bin', text: t('library.delete', { name: gameTitle(kept.names) }), kind: 'quiet', click: () => remove(kept) }));
  const dialog = openDialog(t('menu.library'), [words, list, foot]);
  draw();
  /** @type {HTMLElement | null} */ (list.querySelector('button'))?.focus();
}

async function exportAll() {
  const texts = [];
  for (const { board, names, nodes } of keptGames()) {
    const { sgf } = await ask('record', { board, names, nodes });
    texts.push(sgf.trim());
  }
  download(`${texts.join('\n\n')}\n`, 'otrera-games.sgf');
}
