// A game tree with variations: nodes by id, first child = main line. Called by state.js.

import { afterMove, other, readBoard } from './boards.js';

export const ROOT = 0;

/** @param {string} board with the side to move @returns {Game} */
export function newGame(board) {
  const { width, height, toMove } = readBoard(board);
  /** @type {GameNode} */
  const root = { id: ROOT, parent: null, move: null, board, toMove: toMove ?? 'white', comment: '', children: [] };
  return { nodes: new Map([[ROOT, root]]), next: 1, width, height, names: { white: '', black: '' }, version: 0 };
}

/** @param {Game} game @param {number} id */
export function nodeOf(game, id) {
  const node = game.nodes.get(id);
  if (!node) throw new Error(`the game has no node ${id}`);
  return node;
}

/** Returns the node after a move, and adds it if missing. @param {Game} game @param {number} parent @param {string} move */
export function addMove(game, parent, move) {
  const from = nodeOf(game, parent);
  const known = from.children.find((child) => nodeOf(game, child).move === move);
  if (known !== undefined) return known;
  const id = game.next++;
  const board = afterMove(from.board, move);
  game.nodes.set(id, { id, parent, move, board, toMove: other(from.toMove), comment: '', children: [] });
  from.children.push(id);
  game.version++;
  return id;
}

/**
 * Removes a node, not the root, with its descendants.
 * @param {Game} game @param {number} id @returns {() => void} puts them back
 */
export function removeNode(game, id) {
  const parent = nodeOf(game, nodeOf(game, id).parent ?? ROOT);
  const place = parent.children.indexOf(id);
  parent.children.splice(place, 1);
  /** @type {GameNode[]} */
  const removed = [];
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    const node = nodeOf(game, next);
    doomed.push(...node.children);
    removed.push(node);
    game.nodes.delete(next);
  }
  game.version++;
  return () => {
    if (!game.nodes.has(parent.id)) return;
    for (const node of removed) game.nodes.set(node.id, node);
    parent.children.splice(place, 0, id);
    game.version++;
  };
}

/**
 * Moves the variation of a node one place up at its nearest fork.
 * @param {Game} game @param {number} id @returns {() => void} moves it back
 */
export function promoteNode(game, id) {
  const fork = nearestFork(game, id);
  if (fork === null) return () => {};
  const { parent, child } = fork;
  const place = parent.children.indexOf(child);
  moveChild(game, parent, child, place - 1);
  return () => moveChild(game, parent, child, place);
}

/** Makes the path to a node the main line. @param {Game} game @param {number} id */
export function makeMain(game, id) {
  for (let fork = nearestFork(game, id); fork !== null; fork = nearestFork(game, id)) moveChild(game, fork.parent, fork.child, 0);
}

/** @param {Game} game @param {GameNode} parent @param {number} child @param {number} place */
function moveChild(game, parent, child, place) {
  if (!parent.children.includes(child)) return;
  parent.children = parent.children.filter((other) => other !== child);
  parent.children.splice(place, 0, child);
  game.version++;
}

/** @param {Game} game @param {number} id */
export function inVariation(game, id) {
  return nearestFork(game, id) !== null;
}

/** @param {Game} game @param {number} id */
export function pathTo(game, id) {
  const path = [];
  for (let at = /** @type {number | null} */ (id); at !== null; ) {
    const node = nodeOf(game, at);
    path.push(node);
    at = node.parent;
  }
  return path.reverse();
}

/** @param {Game} game @param {number} id */
export function lineThrough(game, id) {
  const line = pathTo(game, id);
  for (let next = nodeOf(game, id).children[0]; next !== undefined; next = nodeOf(game, next).children[0]) line.push(nodeOf(game, next));
  return line;
}

/** The nearest ancestor where the path leaves the first child. @param {Game} game @param {number} id */
function nearestFork(game, id) {
  for (let at = nodeOf(game, id); at.parent !== null; ) {
    const parent = nodeOf(game, at.parent);
    if (parent.children[0] !== at.id) return { parent, child: at.id };
    at = parent;
  }
  return null;
}
