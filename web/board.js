// The board as one SVG. Layers from the bottom: squares, tints, pieces, overlays, target marks, and an invisible grid
// for screen readers and pointers. This module only draws the state; input.js turns clicks and keys into moves.

import { moveParts, readBoard, squareAt, squareName } from './boards.js';
import { drawOverlays } from './overlays.js';
import { definitions, drawFlight, drawPiece, place, trail } from './pieces.js';
import { mayMove } from './play.js';
import { currentLegal, currentNode, state, watch } from './state.js';
import { set, svg } from './svg.js';
import { t } from './text.js';

/** Side of a square in SVG units, as in the program's diagrams. */
const SQUARE = 40;

/** Space around the squares, in SVG units: for the focus ring. */
const EDGE = 2;

/** Space for the coordinates on the left and below, and the radius of the corners: SVG units per square of the longer side. */
const MARGIN = 1.8;
const ROUND = 0.5;

/** Overlays while a position is set up. @type {Overlay[]} */
const NONE = [];

/** @param {HTMLElement} element */
export function createBoard(element) {
  /** Key of the built SVG: size, orientation, language, coordinates. */
  let built = '';
  let flipped = false;
  let [columns, lines, margin] = [0, 0, 0];
  /** The node that was drawn last, or -1. */
  let drawnNode = -1;
  /** @type {Map<string, SVGGElement>} */
  const cells = new Map();
  /** @type {Map<string, {element: SVGGElement, piece: Piece}>} */
  const pieces = new Map();
  /** @type {Record<string, SVGGElement>} */
  const layers = {};
  /** @type {Overlay[] | null} */
  let drawnOverlays = null;

  watch(draw);
  return { element, focus, centre, locate, drag, aim };

  function draw() {
    const node = currentNode();
    const board = state.editor ? state.editor.board : readBoard(node.board);
    build(board.width, board.height);
    const shown = { ...board.squares };
    const { from, to } = state.picked;
    if (!state.editor && from && to) {
      shown[to] = shown[from] ?? '.';
      shown[from] = '.';
    }
    const slid = drawPieces(shown);
    drawCells(shown);
    drawTrace(state.editor ? null : node.move);
    drawShot(state.editor ? null : node, slid);
    const overlays = state.editor ? NONE : state.overlays;
    if (drawnOverlays !== overlays) {
      drawnOverlays = overlays;
      drawOverlays(overlays, layers, centre);
    }
  }

  function focus() {
    cells.get(state.cursor)?.focus({ preventScroll: true });
  }

  /** @param {string} square */
  function centre(square) {
    const { column, row } = squareAt(square);
    return {
      x: ((flipped ? columns - 1 - column : column) + 0.5) * SQUARE,
      y: ((flipped ? row : lines - 1 - row) + 0.5) * SQUARE,
    };
  }

  /** @param {string} square */
  function boxOf(square) {
    const { x, y } = centre(square);
    return { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
  }

  /** Pointer position in SVG units, and its square. @param {{clientX: number, clientY: number}} event */
  function locate(event) {
    const picture = /** @type {SVGSVGElement} */ (element.querySelector('svg'));
    const box = picture.getBoundingClientRect();
    const scale = (columns * SQUARE + margin + EDGE) / box.width;
    const x = (event.clientX - box.left) * scale - margin;
    const y = (event.clientY - box.top) * scale - EDGE;
    let column = Math.floor(x / SQUARE);
    let row = lines - 1 - Math.floor(y / SQUARE);
    if (flipped) [column, row] = [columns - 1 - column, lines - 1 - row];
    const inside = column >= 0 && row >= 0 && column < columns && row < lines;
    return { x, y, square: inside ? squareName(column, row) : null };
  }

  /**
   * Draws the amazon of a square at the pointer, or with `null` back on its square.
   * @param {string} square @param {Point | null} point
   */
  function drag(square, point) {
    const piece = pieces.get(square);
    if (!piece) return;
    piece.element.classList.toggle('dragged', point !== null);
    place(piece.element, point ?? centre(square));
  }

  /**
   * Draws a line from a square to the pointer while an arrow is aimed; `null` removes it.
   * @param {string} square @param {Point | null} point
   */
  function aim(square, point) {
    const layer = layers.aim;
    if (!point) return layer?.replaceChildren();
    const from = centre(square);
    layer?.replaceChildren(svg('line.aim', { x1: from.x, y1: from.y, x2: point.x, y2: point.y }));
  }

  /** @param {number} width @param {number} height */
  function build(width, height) {
    const { flip, language, coordinates } = state.settings;
    const key = [width, height, flip, language, coordinates].join();
    if (key === built) return;
    const focused = element.contains(document.activeElement);
    built = key;
    flipped = flip;
    columns = width;
    lines = height;
    const longer = Math.max(width, height);
    margin = coordinates ? MARGIN * longer : EDGE;
    drawnNode = -1;
    cells.clear();
    pieces.clear();
    drawnOverlays = null;
    const [w, h] = [width * SQUARE, height * SQUARE];
    const layer = (/** @type {string} */ name) => (layers[name] = svg('g', { class: name }));
    const [outerWidth, outerHeight] = [w + margin + EDGE, h + margin + EDGE];
    const ground = svg('g', { 'clip-path': 'url(#corners)' },
      svg('rect.light', { width: w, height: h }), svg('path.dark', { d: checker() }), layer('tints'), layer('trace'), layer('burnt'));
    const picture = svg('svg', { viewBox: `${-margin} ${-EDGE} ${outerWidth} ${outerHeight}` }, definitions(),
      svg('clipPath', { id: 'corners' }, svg('rect', { width: w, height: h, rx: ROUND * longer })),
      svg('g', { 'aria-hidden': 'true' }, ground,
        svg('rect.rim', { width: w, height: h, rx: ROUND * longer }),
        coordinates && drawCoordinates(),
        layer('amazons'), layer('targets'), layer('arrows'), layer('aim'), layer('shot')),
      grid());
    element.replaceChildren(picture);
    document.documentElement.style.setProperty('--columns', String(width));
    document.documentElement.style.setProperty('--letters', String(longer / 10));
    document.documentElement.style.setProperty('--shape', String(outerWidth / outerHeight));
    document.documentElement.style.setProperty('--foot', String(margin / outerHeight));
    if (focused) queueMicrotask(focus);
  }

  function checker() {
    let d = '';
    for (let row = 0; row < lines; row++) {
      for (let column = 0; column < columns; column++) {
        if ((row + column) % 2) continue;
        const { x, y } = boxOf(squareName(column, row));
        d += `M${x} ${y}h${SQUARE}v${SQUARE}h${-SQUARE}z`;
      }
    }
    return d;
  }

  function drawCoordinates() {
    const texts = [];
    for (let column = 0; column < columns; column++) {
      const { x } = centre(squareName(column, 0));
      texts.push(svg('text', { x, y: lines * SQUARE + margin * 0.78 }, String.fromCharCode(97 + column)));
    }
    for (let row = 0; row < lines; row++) {
      const { y } = centre(squareName(0, row));
      texts.push(svg('text', { x: -margin / 2, y: y + margin * 0.22 }, String(row + 1)));
    }
    return svg('g.coordinates', ...texts);
  }

  function grid() {
    const rows = [];
    for (let line = 0; line < lines; line++) {
      const row = flipped ? line : lines - 1 - line;
      const inRow = [];
      for (let at = 0; at < columns; at++) {
        const square = squareName(flipped ? columns - 1 - at : at, row);
        const cell = svg('g.cell', { role: 'gridcell', 'data-square': square, tabindex: -1 }, svg('rect', boxOf(square)));
        cells.set(square, cell);
        inRow.push(cell);
      }
      rows.push(svg('g', { role: 'row' }, ...inRow));
    }
    return svg('g.grid', { role: 'grid', 'aria-label': t('board.grid', { width: columns, height: lines }) }, ...rows);
  }

  /** @param {Record<string, Piece>} squares @returns true if an amazon slides */
  function drawPieces(squares) {
    let slid = false;
    /** @type {{square: string, piece: Piece}[]} */
    const missing = [];
    const spare = new Map(pieces);
    for (const [square, piece] of Object.entries(squares)) {
      if (piece === '.') continue;
      if (spare.get(square)?.piece === piece) spare.delete(square);
      else missing.push({ square, piece });
    }
    // Arrows last: an arrow may hit the square the amazon has just left.
    missing.sort((a, b) => Number(a.piece === '#') - Number(b.piece === '#'));
    for (const { square, piece } of missing) {
      // An amazon gone from one square and new on another has moved: its element slides.
      const moved = piece === '#' ? undefined : [...spare].find(([, other]) => other.piece === piece);
      if (moved) {
        spare.delete(moved[0]);
        pieces.delete(moved[0]);
      }
      slid ||= moved !== undefined;
      const element = moved ? moved[1].element : drawPiece(piece, centre(square));
      if (!moved) layers[piece === '#' ? 'burnt' : 'amazons']?.append(element);
      if (piece !== '#') place(element, centre(square));
      if (spare.has(square)) drop(spare, square);
      pieces.set(square, { element, piece });
    }
    for (const square of spare.keys()) drop(spare, square);
    return slid;
  }

  /** @param {Map<string, {element: SVGGElement, piece: Piece}>} spare @param {string} square */
  function drop(spare, square) {
    const gone = spare.get(square);
    spare.delete(square);
    gone?.element.remove();
    if (gone && pieces.get(square) === gone) pieces.delete(square);
  }

  /** @param {Record<string, Piece>} squares */
  function drawCells(squares) {
    const legal = state.editor ? undefined : currentLegal();
    const { from, to } = state.picked;
    const goals = new Set(from && !to ? legal?.get(from)?.keys() : []);
    const shots = new Set(from && to ? legal?.get(from)?.get(to) : []);
    const isFree = mayMove();
    const marks = [];
    for (const [square, cell] of cells) {
      const piece = squares[square] ?? '.';
      const role = goals.has(square) ? 'goal' : shots.has(square) ? 'shot' : null;
      const words = [square, t(`piece.${piece}`)];
      if (role) words.push(t(`board.${role}`));
      if (square === (to ?? from)) words.push(t('board.picked'));
      set(cell, 'aria-label', words.join(', '));
      set(cell, 'aria-selected', String(square === (to ?? from)));
      set(cell, 'tabindex', square === state.cursor ? 0 : -1);
      cell.classList.toggle('movable', isFree && (legal?.has(square) ?? false));
      cell.classList.toggle('active', role !== null || square === to || state.editor !== null);
      const { x, y } = centre(square);
      if (role === 'goal') marks.push(svg('circle.goal', { cx: x, cy: y, r: 5.4 }));
      if (role === 'shot') marks.push(svg('path.shot', { d: `M${x - 5.5} ${y - 5.5}l11 11m0 -11l-11 11` }));
    }
    if (from && !state.editor) {
      const at = centre(to ?? from);
      marks.unshift(svg('rect.picked', { x: at.x - 18.5, y: at.y - 18.5, width: 37, height: 37, rx: 6 }));
      if (to) marks.unshift(trail(centre(from), at));
    }
    layers.targets?.replaceChildren(...marks);
  }

  /** Highlights the last move. @param {string | null} move */
  function drawTrace(move) {
    const layer = layers.trace;
    const key = `${move}${state.picked.to ? '-' : ''}`;
    if (!layer || layer.getAttribute('data-move') === key) return;
    layer.setAttribute('data-move', key);
    for (const { element } of pieces.values()) element.classList.remove('last');
    layer.replaceChildren();
    if (!move) return;
    const { from, to, arrow } = moveParts(move);
    layer.append(...[from, to].map((square) => svg('rect.last-square', boxOf(square))), trail(centre(from), centre(to)));
    pieces.get(arrow)?.element.classList.add('last');
  }
  /**
   * Lets the arrow of a move fly when the move is made or stepped to; a jump through the game shows nothing.
   * @param {GameNode | null} node @param {boolean} slid the amazon slides first
   */
  function drawShot(node, slid) {
    const id = node?.id ?? -1;
    if (id === drawnNode) return;
    const isStep = node !== null && node.parent !== null && node.parent === drawnNode;
    drawnNode = id;
    layers.shot?.replaceChildren();
    for (const { element } of pieces.values()) element.classList.remove('struck', 'late');
    if (!isStep || !node.move) return;
    const { to, arrow } = moveParts(node.move);
    const flight = drawFlight(centre(to), centre(arrow));
    const struck = pieces.get(arrow)?.element;
    for (const element of [flight, struck]) {
      element?.classList.add(element === flight ? 'flying' : 'struck');
      element?.classList.toggle('late', slid);
    }
    layers.shot?.append(flight);
  }
}
