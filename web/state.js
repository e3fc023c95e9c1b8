// The state of the page as one typed object, and the only functions that change it. Views subscribe and draw the state;
// nothing is read back from the DOM.
//
// `play.head` is the node where the running game continues; the engine thinks about the head only. Browsing other nodes
// does not affect the game. Without a head no game is running, and both sides may be moved.
//
// The server runs one job per visitor, so no other stream may start while `play.thinking` is set.

import { readBoard, squareAt } from './boards.js';
import { loadSettings } from './settings.js';
import * as trees from './tree.js';

const START = '3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w';

const NOTHING_PICKED = { from: null, to: null };

/** @type {State} */
export const state = {
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
  picked: NOTHING_PICKED,
  cursor: 'a1',
  overlays: [],
  answers: {},
  marks: {},
  panes: {},
  editor: null,
  tab: 'play',
  settings: loadSettings(),
  notices: [],
  online: true,
};

/** @type {(() => void)[]} */
const listeners = [];
let due = false;

/** Calls `listener` after changes, once per microtask. @param {() => void} listener */
export function subscribe(listener) {
  listeners.push(listener);
}

/** Calls `act` now and after every change. @param {() => void} act */
export function watch(act) {
  subscribe(act);
  act();
}

/** @param {() => void} change */
export function update(change) {
  change();
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    for (const listener of listeners) listener();
  });
}

export function currentNode() {
  return nodeAt(state.current);
}

/** @param {number} id */
export function nodeAt(id) {
  return trees.nodeOf(state.game, id);
}

export function currentBoard() {
  return currentNode().board;
}

/** The line from the root through the shown node, continued along main lines. */
export function currentLine() {
  return trees.lineThrough(state.game, state.current);
}

/** Legal moves at the current node; undefined until the server has answered. */
export function currentLegal() {
  return state.legal[currentBoard()];
}

/** Shows a node and drops an unfinished move. @param {number} id */
export function goTo(id) {
  update(() => {
    nodeAt(id);
    Object.assign(state, { current: id, picked: NOTHING_PICKED });
  });
}

/** Replaces the game. `head` null: the game is shown, not played. @param {Game} game @param {Where} where */
export function setGame(game, { head, current = trees.ROOT }) {
  update(() => {
    Object.assign(state.play, { head, thinking: false, paused: false, result: null, undone: [], since: null });
    Object.assign(state, { game, current, picked: NOTHING_PICKED, marks: {}, overlays: [], editor: null });
    const { height, width } = readBoard(currentBoard());
    const { column, row } = squareAt(state.cursor);
    if (column >= width || row >= height) state.cursor = 'a1';
  });
}

/** Adds a line of legal moves after a node and returns its last node. @param {number} parent @param {...string} moves */
export function addLine(parent, ...moves) {
  let at = parent;
  update(() => {
    for (const move of moves) at = trees.addMove(state.game, at, move);
  });
  return at;
}

/** @param {number} id */
export function deleteNode(id) {
  update(() => {
    const { parent } = nodeAt(id);
    if (parent === null) return;
    trees.removeNode(state.game, id);
    if (!state.game.nodes.has(state.current)) state.current = parent;
    if (state.play.head !== null && !state.game.nodes.has(state.play.head)) state.play.head = parent;
    state.picked = NOTHING_PICKED;
  });
}

/** @param {number} id */
export function promoteNode(id) {
  update(() => trees.promoteNode(state.game, id));
}

/** @param {number} id @param {string} comment */
export function setComment(id, comment) {
  update(() => {
    nodeAt(id).comment = comment;
    state.game.version++;
  });
}

/** @param {string | null} from @param {string | null} [to] */
export function pick(from, to = null) {
  update(() => (state.picked = { from, to }));
}

/** @param {string} square */
export function setCursor(square) {
  if (state.cursor !== square) update(() => (state.cursor = square));
}

/** @param {string} board @param {LegalMoves} moves */
export function storeMoves(board, moves) {
  update(() => (state.legal[board] = moves));
}

/** Stores an answer: `storeAnswer(board, 'best', report)`. @param {string} board @param {keyof Answers} question @param {any} answer */
export function storeAnswer(board, question, answer) {
  update(() => ((state.answers[board] ??= {})[question] = answer));
}

/** @param {State['marks']} marks */
export function setMarks(marks) {
  update(() => (state.marks = marks));
}

/**
 * Replaces the overlays of one owner: `setOverlays('candidates', [{kind: 'arrow', move}])`.
 * @param {string} owner @param {Drawing[]} overlays
 */
export function setOverlays(owner, overlays) {
  update(() => {
    const mine = overlays.map((overlay) => /** @type {Overlay} */ ({ ...overlay, owner }));
    state.overlays = [...state.overlays.filter((overlay) => overlay.owner !== owner), ...mine];
  });
}

/** @param {Tab} tab */
export function setTab(tab) {
  update(() => (state.tab = tab));
}

/** @param {Partial<Settings>} settings */
export function setSettings(settings) {
  update(() => Object.assign(state.settings, settings));
}

export function flip() {
  setSettings({ flip: !state.settings.flip });
}

/** @param {(play: Play) => void} change */
export function changePlay(change) {
  update(() => change(state.play));
}

/** @param {Editor | null} editor */
export function setEditor(editor) {
  update(() => (state.editor = editor));
}

/** @param {boolean} online */
export function setOnline(online) {
  if (state.online !== online) update(() => (state.online = online));
}

let lastNotice = 0;

/**
 * Shows a message; `action` is a button beside it.
 * @param {string} text @param {'error' | 'note'} [kind] @param {Notice['action']} [action]
 */
export function notify(text, kind = 'note', action) {
  const others = state.notices.filter((notice) => notice.text !== text);
  update(() => (state.notices = [...others.slice(-2), { id: ++lastNotice, text, kind, action }]));
}

/** @param {number} id */
export function dismiss(id) {
  update(() => (state.notices = state.notices.filter((notice) => notice.id !== id)));
}
