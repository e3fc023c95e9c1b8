// Games as text. The server reads and writes SGF, GGF and all notations of a position. A link holds a game as
// compressed SGF after the `#`, which browsers do not send to the server.

import { ask } from './api.js';
import { replaceGame } from './play.js';
import { state } from './state.js';
import { newGame, nodeOf, ROOT } from './tree.js';

/**
 * Opens a game or position in any notation.
 * @param {string} text @param {{toMove?: 'b' | 'w', at?: number}} [options] `at`: preorder index of the node to show
 */
export async function openText(text, { toMove, at } = {}) {
  const answer = await ask('game', { record: text, ...(toMove ? { to_move: toMove } : {}) });
  const game = gameFrom(answer);
  const order = preorder(game);
  replaceGame(game, { head: null, current: order[at ?? 0] ?? ROOT });
}

/** @param {any} answer of /api/game */
function gameFrom(answer) {
  const game = newGame(answer.nodes[0].board);
  const { event, date, result, name } = answer;
  game.names = { white: answer.white ?? '', black: answer.black ?? '', ...known({ event, date, result, name }) };
  for (const { id, parent, move, board, to_move: toMove, comment, children } of answer.nodes) {
    game.nodes.set(id, { id, parent: parent ?? null, move: move ?? null, board, toMove, comment: comment ?? '', children: [...children] });
    game.next = Math.max(game.next, id + 1);
  }
  for (const node of [...game.nodes.values()].reverse()) mergeRemark(game, node);
  return game;
}

/**
 * Merges a node without move or board change into its parent: it only holds a comment.
 * @param {Game} game @param {GameNode} node
 */
function mergeRemark(game, node) {
  if (node.parent === null || node.move !== null) return;
  const parent = nodeOf(game, node.parent);
  if (parent.board !== node.board) return;
  parent.comment = [parent.comment, node.comment].filter(Boolean).join('\n');
  parent.children.splice(parent.children.indexOf(node.id), 1, ...node.children);
  for (const child of node.children) nodeOf(game, child).parent = parent.id;
  game.nodes.delete(node.id);
}

/** Drops missing fields. @param {Record<string, string | null | undefined>} words */
const known = (words) => Object.fromEntries(Object.entries(words).filter(([, word]) => word));

/** The game as SGF. A game played here includes players and result. */
export async function writeGame() {
  const { game, play } = state;
  const order = preorder(game);
  const places = new Map(order.map((id, index) => [id, index]));
  const nodes = order.map((id) => {
    const { parent, move, comment } = nodeOf(game, id);
    return { parent: parent === null ? null : places.get(parent), move, comment };
  });
  const answer = await ask('record', { board: nodeOf(game, ROOT).board, names: { ...game.names, ...played(play) }, nodes });
  return answer.sgf;
}

/** @param {Play} play */
function played({ head, white, black, level, result }) {
  if (head === null) return {};
  const seat = (/** @type {PlayerKind} */ who, /** @type {number} */ strength) => (who === 'engine' ? `Otrera, level ${strength}` : '');
  const how = { moves: '', resigned: 'R', time: 'T' };
  return {
    white: seat(white, level.white),
    black: seat(black, level.black),
    ...(result ? { result: `${result.winner === 'white' ? 'W' : 'B'}+${how[result.why]}` } : {}),
  };
}

export async function linkTo() {
  const packed = await pack(await writeGame());
  const at = preorder(state.game).indexOf(state.current);
  return `${location.origin}${location.pathname}#game=${packed}${at > 0 ? `&at=${at}` : ''}`;
}

/**
 * Opens the game in the address: `#game=` from `linkTo`, or `#position=` with a text in any notation.
 * @returns false if there is none
 */
export async function openLink() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const packed = parts.get('game');
  const position = parts.get('position');
  if (packed !== null) await openText(await unpack(packed), { at: Number(parts.get('at') ?? 0) });
  else if (position !== null) await openText(position);
  return packed !== null || position !== null;
}

/** Node ids in preorder, main lines first. @param {Game} game */
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
