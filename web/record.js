// Games as text. The server reads and writes SGF, GGF and all notations of a position. A link holds a game as
// compressed SGF after the `#`, which browsers do not send to the server.

import { ask } from './api.js';
import { attempt, replaceGame } from './play.js';
import { state } from './state.js';
import { html } from './svg.js';
import { movesWords, sideName, t } from './text.js';
import { newGame, nodeOf, ROOT } from './tree.js';
import { openDialog } from './widgets.js';

/**
 * Opens a game or position in any notation. If the text has several games, the user chooses one.
 * @param {string} text @param {OpenOptions} [options]
 */
export async function openText(text, { toMove, at, game: number } = {}) {
  const answer = await ask('game', { record: text, ...(toMove ? { to_move: toMove } : {}), ...(number === undefined ? {} : { game: number }) });
  if (answer.games.length > 1 && number === undefined) return chooseGame(answer.games, (game) => void attempt(() => openText(text, { ...(toMove ? { toMove } : {}), game })));
  const game = gameFrom(answer);
  const order = preorder(game);
  replaceGame(game, { head: null, current: order[at ?? 0] ?? ROOT });
}

/** @param {GameSummary[]} games @param {(number: number) => void} choose */
function chooseGame(games, choose) {
  const dialog = openDialog(t('open.several', { count: games.length }), [html('p', t('open.choose')),
    html('ol.game-list', ...games.map((game, number) => html('li', html('button.button.game-row', { onclick: () => {
      dialog.close();
      choose(number);
    } }, html('strong', gameTitle(game)), html('span.faint', gameFacts(game))))))]);
  /** @type {HTMLElement | null} */ (dialog.querySelector('li button'))?.focus();
}

/** The players, or the name of a game. @param {Names} names */
export function gameTitle({ white, black, name }) {
  return white || black ? `${white || sideName('white')} – ${black || sideName('black')}` : name || t('open.unnamed');
}

/** @param {GameSummary} game */
export function gameFacts({ white, black, name, event, date, result, size, moves }) {
  const title = white || black ? name : null;
  return [title, event, date, `${size.width} × ${size.height}`, movesWords(moves), result].filter(Boolean).join(' · ');
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
  const answer = await ask('record', { board: nodeOf(game, ROOT).board, names: { ...game.names, ...played(play) }, nodes: recordNodes(game) });
  return answer.sgf;
}

/** The tree as /api/record takes it. @param {Game} game @returns {RecordNode[]} */
export function recordNodes(game) {
  const order = preorder(game);
  const places = new Map(order.map((id, index) => [id, index]));
  return order.map((id) => {
    const { parent, move, comment } = nodeOf(game, id);
    return { parent: parent === null ? null : places.get(parent) ?? 0, move, comment };
  });
}

/** Players and result of a game played here. @param {Play} play */
export function played({ head, white, black, level, result }) {
  if (head === null) return {};
  const { names } = state.game;
  const seat = (/** @type {PlayerKind} */ who, /** @type {number} */ strength, /** @type {string} */ name) =>
    who === 'engine' ? t('player.engine', { level: strength }) : white === black ? name : state.settings.name;
  const margin = String(result?.margin ?? '');
  const how = { moves: margin, resigned: 'R', time: 'T', counted: margin };
  return {
    white: seat(white, level.white, names.white),
    black: seat(black, level.black, names.black),
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
