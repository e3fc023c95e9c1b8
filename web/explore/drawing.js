// Small drawings of the gallery: a board, and a line segment graph.

import { readBoard, squareAt } from '../boards.js';
import { drawPiece, place } from '../pieces.js';
import { svg } from '../svg.js';
import { t } from '../text.js';

/** Side of a square in SVG units, as on the board. */
const SQUARE = 40;

/** Pixels per rem by default, and the size of a square on the page. */
const ROOT_SIZE = 16;
const SHOWN = 30;

/** A board without burnt squares around it. @param {string} text */
export function smallBoard(text) {
  const { width, height, squares } = readBoard(text);
  const tiles = [];
  const pieces = [];
  for (const [name, piece] of Object.entries(squares)) {
    if (piece === '#') continue;
    const { column, row } = squareAt(name);
    const [x, y] = [column * SQUARE, (height - 1 - row) * SQUARE];
    tiles.push(svg('rect', { class: `tile ${(column + row) % 2 ? 'light' : 'dark'}`, x: x + 1, y: y + 1, width: SQUARE - 2, height: SQUARE - 2, rx: 5 }));
    if (piece === '.') continue;
    const amazon = drawPiece(piece);
    place(amazon, { x: x + SQUARE / 2, y: y + SQUARE / 2 });
    pieces.push(amazon);
  }
  return drawing(text, width, height, [...tiles, ...pieces]);
}

/** The points and lines of a board; a line through more than two points is thick. @param {string} text @param {string[][]} lines */
export function smallGraph(text, lines) {
  const { width, height, squares } = readBoard(text);
  const centre = (/** @type {string} */ name) => {
    const { column, row } = squareAt(name);
    return { x: (column + 0.5) * SQUARE, y: (height - row - 0.5) * SQUARE };
  };
  const strokes = [...lines].sort((a, b) => a.length - b.length).map((line) => {
    const [from, to] = [centre(line[0] ?? ''), centre(line.at(-1) ?? '')];
    return svg('line', { class: line.length > 2 ? 'thick' : 'thin', x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  });
  const points = Object.entries(squares).filter(([, piece]) => piece !== '#').map(([name]) => {
    const { x, y } = centre(name);
    return svg('circle.spot', { cx: x, cy: y, r: 8 });
  });
  return drawing(text, width, height, [...strokes, ...points]);
}

/** @param {string} text @param {number} width @param {number} height @param {SVGElement[]} shapes */
function drawing(text, width, height, shapes) {
  const picture = svg('svg.small-drawing', {
    role: 'img', 'aria-label': t('explore.drawing', { board: text }), viewBox: `0 0 ${width * SQUARE} ${height * SQUARE}`,
  }, ...shapes);
  // In rem, so that it scales with the text.
  picture.style.width = `${(width * SHOWN) / ROOT_SIZE}rem`;
  return picture;
}
