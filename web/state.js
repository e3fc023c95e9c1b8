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

/** Edits of the tree that can be undone. */
const MOST_EDITS = 100;

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
    declined: false,
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
  lesson: null,
  puzzle: null,
  tab: 'play',
  settings: loadSettings(),
  edits: [],
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
    Object.assign(state.play, { head, thinking: false, paused: false, result: null, undone: [], declined: false, since: null });
    Object.assign(state, { game, current, picked: NOTHING_PICKED, marks: {}, overlays: [], editor: null, edits: [] });
    const { height, width } = readBoard(currentBoard());
    const { column, row } = squareAt(state.cursor);
    if (column >= width || row >= height) state.cursor = 'a1';
  });
}

/** Adds a line of legal moves after a node and returns its last node. @param {number} parent @param {...string} moves */
export function addLine(parent, ...moves) {
  let at = parent;
  let first = /** @type {number | null} */ (null);
  update(() => {
    const { next } = state.game;
    for (const move of moves) {
      at = trees.addMove(state.game, at, move);
      if (at >= next) first ??= at;
    }
    const added = first;
    if (added !== null) record('add', () => state.game.nodes.has(added) && void cut(added));
  });
  return at;
}

/** Plays a move of the running game: its line becomes the main line. @param {number} parent @param {string} move */
export function playOn(parent, move) {
  let at = parent;
  update(() => {
    at = trees.addMove(state.game, parent, move);
    trees.makeMain(state.game, at);
  });
  return at;
}

/** Deletes a node, not the root, with its descendants. @param {number} id @returns {Edit} */
export function deleteNode(id) {
  /** @type {() => void} */
  let restore = () => {};
  update(() => (restore = cut(id)));
  return record('delete', restore);
}

/** @param {number} id */
export function promoteNode(id) {
  update(() => record('promote', trees.promoteNode(state.game, id)));
}

/** @param {number} id @param {string} comment */
export function setComment(id, comment) {
  const before = nodeAt(id).comment;
  const write = (/** @type {string} */ text) => {
    if (state.game.nodes.has(id)) nodeAt(id).comment = text;
    state.game.version++;
  };
  update(() => write(comment));
  // Letters typed in a row are one edit.
  if (state.edits.at(-1)?.kind !== `comment ${id}`) record(`comment ${id}`, () => write(before));
}

/** Takes an edit of the tree back, by default the last. @param {Edit} [edit] @returns false if there was none */
export function undoEdit(edit = state.edits.at(-1)) {
  if (!edit || !state.edits.includes(edit)) return false;
  update(() => {
    edit.undo();
    state.edits = state.edits.filter((other) => other !== edit);
    if (!state.game.nodes.has(state.current)) state.current = trees.ROOT;
    state.picked = NOTHING_PICKED;
  });
  return true;
}

/** Removes a node; the shown node and the head move up to its parent. @param {number} id @returns {() => void} the inverse */
function cut(id) {
  const { game, play, current } = state;
  const { head, result } = play;
  const parent = nodeAt(id).parent ?? trees.ROOT;
  const restore = trees.removeNode(game, id);
  if (!game.nodes.has(current)) state.current = parent;
  const isHeadLost = head !== null && !game.nodes.has(head);
  if (isHeadLost) Object.assign(play, { head: parent, result: null, undone: [], thinking: false });
  state.picked = NOTHING_PICKED;
  return () => {
    restore();
    if (game.nodes.has(current)) state.current = current;
    if (isHeadLost && play.head === parent) Object.assign(play, { head, result, thinking: false });
  };
}

/** @param {string} kind @param {() => void} undo */
function record(kind, undo) {
  const edit = { kind, undo };
  state.edits = [...state.edits.slice(1 - MOST_EDITS), edit];
  return edit;
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
  update(() => (state.notices = [...others.slice(-1), { id: ++lastNotice, text, kind, action }]));
}

/** @param {number} id */
export function dismiss(id) {
  update(() => (state.notices = state.notices.filter((notice) => notice.id !== id)));
}
