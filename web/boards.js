// Reads and writes board texts (`3b2b3/10/... w`) and plays moves (`d1-d7xg7`). The server alone decides which moves
// are legal.

/** Widest board written with dots (docs/formats/notation.md). */
const DOTTED_WIDTH = 9;

/** @param {number} column from 0 @param {number} row from 0, at the bottom */
export function squareName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** @param {string} name */
export function squareAt(name) {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

/** Reads a board text as the server prints it. @param {string} text @returns {Board} */
export function readBoard(text) {
  const [rows = '', side] = text.trim().split(/\s+/);
  const lines = rows.split('/');
  /** @type {Record<string, Piece>} */
  const squares = {};
  let width = 0;
  lines.forEach((line, index) => {
    const row = lines.length - 1 - index;
    let column = 0;
    for (const [part] of line.matchAll(/\d+|[bw#.]/gi)) {
      if (/\d/.test(part)) {
        for (let i = 0; i < Number(part); i++) squares[squareName(column++, row)] = '.';
      } else {
        squares[squareName(column++, row)] = /** @type {Piece} */ (part.toLowerCase());
      }
    }
    width = Math.max(width, column);
  });
  return { width, height: lines.length, squares, toMove: side === 'b' ? 'black' : side === 'w' ? 'white' : null };
}

/** Writes a board exactly as the server does: texts are compared. @param {Board} board */
export function writeBoard(board) {
  const rows = [];
  for (let row = board.height - 1; row >= 0; row--) {
    let line = '';
    for (let column = 0; column < board.width; column++) line += board.squares[squareName(column, row)] ?? '.';
    rows.push(board.width > DOTTED_WIDTH ? line.replace(/\.+/g, (dots) => String(dots.length)) : line);
  }
  const side = board.toMove === null ? '' : board.toMove === 'black' ? ' b' : ' w';
  return rows.join('/') + side;
}

/** @param {string} move `d1-d7xg7` */
export function moveParts(move) {
  const match = /^([a-z]\d+)-([a-z]\d+)x([a-z]\d+)$/.exec(move);
  if (!match) throw new Error(`"${move}" is not a move`);
  return { from: match[1] ?? '', to: match[2] ?? '', arrow: match[3] ?? '' };
}

/** @param {string} text @param {string} move */
export function afterMove(text, move) {
  const board = readBoard(text);
  const { from, to, arrow } = moveParts(move);
  const amazon = board.squares[from] ?? '.';
  board.squares[from] = '.';
  board.squares[to] = amazon;
  board.squares[arrow] = '#';
  board.toMove = amazon === 'b' ? 'white' : 'black';
  return writeBoard(board);
}

/** Facts that the rules give at once, by board text. @type {Map<string, {empty: number, canMove: boolean}>} */
const known = new Map();

/**
 * Counts the empty squares, and finds out if the side to move can move: one of its amazons has an empty neighbour.
 * @param {string} text
 */
export function boardFacts(text) {
  const before = known.get(text);
  if (before) return before;
  const { squares, toMove } = readBoard(text);
  const letter = toMove === 'black' ? 'b' : 'w';
  const isFree = (/** @type {number} */ column, /** @type {number} */ row) => squares[squareName(column, row)] === '.';
  const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => ({ right, up })));
  const canMove = Object.entries(squares).some(([name, piece]) => {
    const { column, row } = squareAt(name);
    return piece === letter && around.some(({ right, up }) => isFree(column + right, row + up));
  });
  const facts = { empty: Object.values(squares).filter((piece) => piece === '.').length, canMove };
  known.set(text, facts);
  return facts;
}

/** Limits a lead in moves: no side can have more moves than there are empty squares. @param {string} text @param {number} lead */
export function boundedLead(text, lead) {
  const { empty } = boardFacts(text);
  return Math.min(empty, Math.max(-empty, lead));
}

/** @param {Side} side */
export function other(side) {
  return side === 'white' ? 'black' : 'white';
}
