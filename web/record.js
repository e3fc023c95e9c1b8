// Games from and to text: the server reads and writes SGF, GGF and every form of a position; a link carries a game as
// compressed SGF behind the `#`, which no server ever sees.

import { ask } from './api.js';
import { setGame } from './state.js';
import { newGame, nodeOf, ROOT } from './tree.js';

/**
 * @typedef {import('./state.js').Store} Store
 * @typedef {import('./tree.js').Game} Game
 */

/**
 * Reads a text in any form and shows what it holds.
 * @param {Store} store
 * @param {string} text
 * @param {{toMove?: 'b' | 'w', at?: number}} [options] `at`: the node to show, counted as the tree is written
 */
export async function openText(store, text, { toMove, at } = {}) {
  const answer = await ask('game', { record: text, ...(toMove ? { to_move: toMove } : {}) });
  const game = gameFrom(answer);
  const order = preorder(game);
  setGame(store, game, { head: null, current: order[at ?? 0] ?? ROOT });
}

/**
 * @param {any} answer of /api/game
 * @returns {Game}
 */
export function gameFrom(answer) {
  const game = newGame(answer.nodes[0].board);
  game.names = { white: answer.white ?? '', black: answer.black ?? '' };
  for (const node of answer.nodes) {
    game.nodes.set(node.id, { id: node.id, parent: node.parent ?? null, move: node.move ?? null, board: node.board, toMove: node.to_move, comment: node.comment ?? '', children: [...node.children] });
    game.next = Math.max(game.next, node.id + 1);
  }
  return game;
}

/**
 * The game as SGF.
 * @param {Game} game
 * @returns {Promise<string>}
 */
export async function writeGame(game) {
  const order = preorder(game);
  const places = new Map(order.map((id, index) => [id, index]));
  const nodes = order.map((id) => {
    const { parent, move, comment } = nodeOf(game, id);
    return { parent: parent === null ? null : places.get(parent), move, comment };
  });
  const answer = await ask('record', { board: nodeOf(game, ROOT).board, names: game.names, nodes });
  return answer.sgf;
}

/**
 * A link to this page that carries the game.
 * @param {Game} game
 * @param {number} current
 */
export async function linkTo(game, current) {
  const packed = await pack(await writeGame(game));
  const at = preorder(game).indexOf(current);
  return `${location.origin}${location.pathname}#game=${packed}${at > 0 ? `&at=${at}` : ''}`;
}

/**
 * Shows what the address carries behind its `#`: `#game=` from `linkTo`, or `#position=` with a text in any form.
 * @param {Store} store
 * @returns {Promise<boolean>} whether it carried something
 */
export async function openLink(store) {
  const parts = new URLSearchParams(location.hash.slice(1));
  const packed = parts.get('game');
  const position = parts.get('position');
  if (packed !== null) await openText(store, await unpack(packed), { at: Number(parts.get('at') ?? 0) });
  else if (position !== null) await openText(store, position);
  return packed !== null || position !== null;
}

/** Nodes with each parent before its children, main lines first. @param {Game} game */
function preorder(game) {
  const order = [];
  const stack = [ROOT];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    order.push(id);
    stack.push(...nodeOf(game, id).children.toReversed());
  }
  return order;
}

/** @param {string} text */
async function pack(text) {
  const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} packed */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
