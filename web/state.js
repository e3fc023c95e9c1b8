// Everything the page knows, as one typed object apart from the DOM, and the only functions that change it. Drawing
// modules subscribe and draw what they find; nothing is ever read back from the page.
//
// A running game is told from looking around by `play.head`, the node where the game goes on. Whoever browses elsewhere
// leaves it alone; the engine thinks about the head only. Without a head there is no game, and both sides may be moved.
//
// The server gives a visitor one job at a time, so while `play.thinking` is set no other stream may be started.

import * as trees from './tree.js';
import { readBoard } from './boards.js';

/**
 * @typedef {globalThis.State} State
 * @typedef {globalThis.Store} Store
 * @typedef {globalThis.Tab} Tab
 * @typedef {globalThis.AreasOverlay} AreasOverlay
 */

/** What the page starts with where the visitor has chosen nothing. */
const START = '3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w';

/**
 * @param {Settings} settings
 * @returns {Store}
 */
export function createStore(settings) {
  /** @type {State} */
  const state = {
    game: trees.newGame(START),
    current: trees.ROOT,
    play: {
      white: 'human',
      black: 'engine',
      level: { white: 3, black: 3 },
      seconds: 1,
      clock: { kind: 'none' },
      head: trees.ROOT,
      paused: false,
      thinking: false,
      result: null,
      undone: [],
      left: { white: 0, black: 0 },
      since: null,
    },
    legal: {},
    picked: { from: null, to: null },
    cursor: 'a1',
    overlays: [],
    answers: {},
    marks: {},
    panes: {},
    editor: null,
    tab: 'play',
    settings,
    notices: [],
    online: true,
  };
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();
  let due = false;
  return {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(change) {
      change(state);
      if (due) return;
      due = true;
      queueMicrotask(() => {
        due = false;
        for (const listener of listeners) listener(state);
      });
    },
  };
}

/** @param {State} state @returns {GameNode} */
export function currentNode(state) {
  return trees.nodeOf(state.game, state.current);
}

/** The board that is shown. @param {State} state */
export function currentBoard(state) {
  return currentNode(state).board;
}

/** Legal moves at the current node; undefined until the server has told them. @param {State} state */
export function currentLegal(state) {
  return state.legal[currentBoard(state)];
}

/**
 * Shows a node; a move half made is dropped.
 * @param {Store} store
 * @param {number} id
 */
export function goTo(store, id) {
  store.update((state) => {
    trees.nodeOf(state.game, id);
    state.current = id;
    state.picked = { from: null, to: null };
  });
}

/**
 * Takes a new game in place of the old one. `head` null: to look at, not to be played.
 * @param {Store} store
 * @param {Game} game
 * @param {{head: number | null, current?: number}} where
 */
export function setGame(store, game, { head, current = trees.ROOT }) {
  store.update((state) => {
    state.game = game;
    state.current = current;
    state.play.head = head;
    state.play.thinking = false;
    state.play.paused = false;
    state.play.result = null;
    state.play.undone = [];
    state.play.since = null;
    state.picked = { from: null, to: null };
    state.marks = {};
    state.overlays = [];
    state.editor = null;
    const { height, width } = readBoard(trees.nodeOf(game, current).board);
    const { column, row } = { column: state.cursor.charCodeAt(0) - 97, row: Number(state.cursor.slice(1)) };
    if (column >= width || row > height) state.cursor = 'a1';
  });
}

/**
 * Adds a legal move after a node and returns the node it leads to.
 * @param {Store} store
 * @param {number} parent
 * @param {string} move
 * @returns {number}
 */
export function addMove(store, parent, move) {
  let id = parent;
  store.update((state) => {
    id = trees.addMove(state.game, parent, move);
  });
  return id;
}

/**
 * Adds a line of moves after a node as a variation, and shows its first move if asked to.
 * @param {Store} store
 * @param {number} parent
 * @param {string[]} moves
 * @returns {number} the last node of it
 */
export function addLine(store, parent, moves) {
  let at = parent;
  store.update((state) => {
    for (const move of moves) at = trees.addMove(state.game, at, move);
  });
  return at;
}

/** @param {Store} store @param {number} id */
export function deleteNode(store, id) {
  store.update((state) => {
    const parent = trees.nodeOf(state.game, id).parent;
    if (parent === null) return;
    trees.removeNode(state.game, id);
    if (!state.game.nodes.has(state.current)) state.current = parent;
    if (state.play.head !== null && !state.game.nodes.has(state.play.head)) state.play.head = parent;
    state.picked = { from: null, to: null };
  });
}

/** @param {Store} store @param {number} id */
export function promoteNode(store, id) {
  store.update((state) => void trees.promoteNode(state.game, id));
}

/** @param {Store} store @param {number} id @param {string} comment */
export function setComment(store, id, comment) {
  store.update((state) => {
    trees.nodeOf(state.game, id).comment = comment;
    state.game.version++;
  });
}

/** @param {Store} store @param {string | null} from @param {string | null} [to] */
export function pick(store, from, to = null) {
  store.update((state) => void (state.picked = { from, to }));
}

/** @param {Store} store @param {string} square */
export function setCursor(store, square) {
  store.update((state) => void (state.cursor = square));
}

/** @param {Store} store @param {string} board @param {LegalMoves} moves */
export function learnMoves(store, board, moves) {
  store.update((state) => void (state.legal[board] = moves));
}

/**
 * Keeps an answer of the server: `learn(store, board, 'best', report)`.
 * @param {Store} store @param {string} board @param {keyof Answers} question @param {any} answer
 */
export function learn(store, board, question, answer) {
  store.update((state) => void ((state.answers[board] ??= {})[question] = answer));
}

/** @param {Store} store @param {Record<number, any>} marks */
export function setMarks(store, marks) {
  store.update((state) => void (state.marks = marks));
}

/**
 * Replaces what one owner has over the board: `setOverlays(store, 'candidates', [{kind: 'arrow', move}])`.
 * @param {Store} store
 * @param {string} owner
 * @param {Drawing[]} overlays
 */
export function setOverlays(store, owner, overlays) {
  store.update((state) => {
    const mine = overlays.map((overlay) => /** @type {Overlay} */ ({ ...overlay, owner }));
    state.overlays = [...state.overlays.filter((overlay) => overlay.owner !== owner), ...mine];
  });
}

/** @param {Store} store @param {Tab} tab */
export function setTab(store, tab) {
  store.update((state) => void (state.tab = tab));
}

/** @param {Store} store @param {Partial<Settings>} settings */
export function setSettings(store, settings) {
  store.update((state) => void Object.assign(state.settings, settings));
}

/** @param {Store} store @param {(play: Play) => void} change */
export function changePlay(store, change) {
  store.update((state) => change(state.play));
}

/** @param {Store} store @param {Editor | null} editor */
export function setEditor(store, editor) {
  store.update((state) => void (state.editor = editor));
}

/** @param {Store} store @param {boolean} online */
export function setOnline(store, online) {
  if (store.state.online !== online) store.update((state) => void (state.online = online));
}

let lastNotice = 0;

/**
 * Tells the visitor something without stopping them; `action` is a button beside it.
 * @param {Store} store @param {string} text @param {'error' | 'note'} [kind] @param {Notice['action']} [action]
 */
export function notify(store, text, kind = 'note', action) {
  store.update((state) => {
    state.notices = [...state.notices.filter((notice) => notice.text !== text).slice(-2), { id: ++lastNotice, text, kind, ...(action ? { action } : {}) }];
  });
}

/** @param {Store} store @param {number} id */
export function dismiss(store, id) {
  store.update((state) => void (state.notices = state.notices.filter((notice) => notice.id !== id)));
}
