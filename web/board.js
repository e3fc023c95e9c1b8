// The board as one SVG: squares below, then what overlays say, amazons and arrows, marks for where one may go, and on
// top an invisible grid that screen readers read and pointers hit. It draws the state and reports nothing itself;
// hand.js turns clicks and keys into moves.

import { moveParts, readBoard, squareAt, squareName } from './boards.js';
import { drawOverlays } from './overlays.js';
import { definitions, drawPiece, place, trail } from './pieces.js';
import { currentLegal, currentNode, state, watch } from './state.js';
import { set, svg } from './svg.js';
import { t } from './text.js';

/** Side of a square in units of the picture; the pictures that the program draws use the same. */
const SQUARE = 40;

/** Width of the rim that has the coordinates, as a share of the longer side: the same on the screen for every size. */
const RIM_SHARE = 0.0375;

/** What lies over the board while a position is set up. @type {Overlay[]} */
const NONE = [];

export class BoardView {
  #element;
  /** What the picture is built for: size, side at the bottom, language. */
  #built = '';
  #flip = false;
  #width = 0;
  #height = 0;
  #rim = 0;
  /** @type {Map<string, SVGGElement>} */
  #cells = new Map();
  /** @type {Map<string, {element: SVGGElement, piece: Piece}>} */
  #pieces = new Map();
  /** @type {Record<string, SVGGElement>} */
  #layers = {};
  #overlaysDrawn = /** @type {unknown} */ (null);

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    watch(() => this.draw());
  }

  get element() {
    return this.#element;
  }

  draw() {
    const node = currentNode();
    const board = state.editor ? state.editor.board : readBoard(node.board);
    this.#build(board.width, board.height);
    const shown = { ...board.squares };
    const { from, to } = state.picked;
    if (!state.editor && from && to) {
      shown[to] = shown[from] ?? '.';
      shown[from] = '.';
    }
    this.#drawPieces(shown);
    this.#drawCells(shown);
    this.#drawTrace(state.editor ? null : node.move);
    const overlays = state.editor ? NONE : state.overlays;
    if (this.#overlaysDrawn !== overlays) {
      this.#overlaysDrawn = overlays;
      drawOverlays(overlays, this.#layers.tints, this.#layers.arrows, (square) => this.centre(square));
    }
  }

  focus() {
    this.#cells.get(state.cursor)?.focus({ preventScroll: true });
  }

  /** @param {string} square */
  centre(square) {
    const { column, row } = squareAt(square);
    return {
      x: ((this.#flip ? this.#width - 1 - column : column) + 0.5) * SQUARE,
      y: ((this.#flip ? row : this.#height - 1 - row) + 0.5) * SQUARE,
    };
  }

  /** Where a pointer is in the picture, and on which square. @param {{clientX: number, clientY: number}} event */
  locate(event) {
    const picture = /** @type {SVGSVGElement} */ (this.#element.querySelector('svg'));
    const box = picture.getBoundingClientRect();
    const scale = (this.#width * SQUARE + 2 * this.#rim) / box.width;
    const x = (event.clientX - box.left) * scale - this.#rim;
    const y = (event.clientY - box.top) * scale - this.#rim;
    let column = Math.floor(x / SQUARE);
    let row = this.#height - 1 - Math.floor(y / SQUARE);
    if (this.#flip) [column, row] = [this.#width - 1 - column, this.#height - 1 - row];
    const inside = column >= 0 && row >= 0 && column < this.#width && row < this.#height;
    return { x, y, square: inside ? squareName(column, row) : null };
  }

  /**
   * Lets the amazon of a square hang at the pointer, or with `null` fall back to where it stands.
   * @param {string} square @param {Point | null} point
   */
  hang(square, point) {
    const piece = this.#pieces.get(square);
    if (!piece) return;
    piece.element.classList.toggle('hanging', point !== null);
    place(piece.element, point ?? this.centre(square));
  }

  /**
   * Draws the bow's line from a square to the pointer while an arrow is being aimed.
   * @param {string} square @param {Point | null} point
   */
  aim(square, point) {
    const layer = this.#layers.aim;
    if (!point) return layer?.replaceChildren();
    const from = this.centre(square);
    layer?.replaceChildren(svg('line.aim', { x1: from.x, y1: from.y, x2: point.x, y2: point.y }));
  }

  /** @param {number} width @param {number} height */
  #build(width, height) {
    const { flip, language, coordinates } = state.settings;
    const key = [width, height, flip, language, coordinates].join();
    if (key === this.#built) return;
    const focused = this.#element.contains(document.activeElement);
    this.#built = key;
    this.#flip = flip;
    this.#width = width;
    this.#height = height;
    this.#rim = RIM_SHARE * SQUARE * Math.max(width, height);
    this.#cells.clear();
    this.#pieces.clear();
    this.#overlaysDrawn = null;
    const [w, h, rim] = [width * SQUARE, height * SQUARE, this.#rim];
    const layer = (/** @type {string} */ name) => (this.#layers[name] = svg('g', { class: name }));
    const picture = svg(
      'svg',
      { viewBox: `${-rim} ${-rim} ${w + 2 * rim} ${h + 2 * rim}` },
      definitions(),
      svg('g', { 'aria-hidden': 'true' },
        svg('rect.rim', { x: -rim, y: -rim, width: w + 2 * rim, height: h + 2 * rim, rx: rim / 2 }),
        svg('rect.light', { width: w, height: h }),
        svg('path.dark', { d: this.#checker() }),
        coordinates && this.#coordinates(),
        layer('tints'), layer('trace'), layer('burnt'), layer('amazons'), layer('arrows'), layer('targets'), layer('aim'),
      ),
      this.#grid(),
    );
    this.#element.replaceChildren(picture);
    document.documentElement.style.setProperty('--columns', String(width));
    document.documentElement.style.setProperty('--shape', String((w + 2 * rim) / (h + 2 * rim)));
    if (focused) queueMicrotask(() => this.focus());
  }

  #checker() {
    let d = '';
    for (let row = 0; row < this.#height; row++) {
      for (let column = 0; column < this.#width; column++) {
        if ((row + column) % 2) continue;
        const { x, y } = this.centre(squareName(column, row));
        d += `M${x - SQUARE / 2} ${y - SQUARE / 2}h${SQUARE}v${SQUARE}h${-SQUARE}z`;
      }
    }
    return d;
  }

  #coordinates() {
    const rim = this.#rim;
    const size = { 'font-size': rim * 0.64 };
    const texts = [];
    for (let column = 0; column < this.#width; column++) {
      const { x } = this.centre(squareName(column, 0));
      texts.push(svg('text', { ...size, x, y: this.#height * SQUARE + rim * 0.74 }, String.fromCharCode(97 + column)));
    }
    for (let row = 0; row < this.#height; row++) {
      const { y } = this.centre(squareName(0, row));
      texts.push(svg('text', { ...size, x: -rim / 2, y: y + rim * 0.25 }, String(row + 1)));
    }
    return svg('g.coordinates', ...texts);
  }

  #grid() {
    const rows = [];
    for (let line = 0; line < this.#height; line++) {
      const row = this.#flip ? line : this.#height - 1 - line;
      const cells = [];
      for (let place = 0; place < this.#width; place++) {
        const square = squareName(this.#flip ? this.#width - 1 - place : place, row);
        const { x, y } = this.centre(square);
        const shape = { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE };
        const cell = svg('g.cell', { role: 'gridcell', 'data-square': square, tabindex: -1 }, svg('rect', shape));
        this.#cells.set(square, cell);
        cells.push(cell);
      }
      rows.push(svg('g', { role: 'row' }, ...cells));
    }
    return svg('g.grid', { role: 'grid', 'aria-label': t('board.grid', { width: this.#width, height: this.#height }) }, ...rows);
  }

  /** @param {Record<string, Piece>} squares */
  #drawPieces(squares) {
    /** @type {{square: string, piece: Piece}[]} */
    const missing = [];
    const spare = new Map(this.#pieces);
    for (const [square, piece] of Object.entries(squares)) {
      if (piece === '.') continue;
      if (spare.get(square)?.piece === piece) spare.delete(square);
      else missing.push({ square, piece });
    }
    // Arrows last: one may fly to the square that the amazon has just left.
    missing.sort((a, b) => Number(a.piece === '#') - Number(b.piece === '#'));
    for (const { square, piece } of missing) {
      // An amazon that left one square and appeared on another has moved: the same element slides there.
      const moved = piece === '#' ? undefined : [...spare].find(([, other]) => other.piece === piece);
      if (moved) {
        spare.delete(moved[0]);
        this.#pieces.delete(moved[0]);
      }
      const element = moved ? moved[1].element : drawPiece(piece);
      if (!moved) this.#layers[piece === '#' ? 'burnt' : 'amazons']?.append(element);
      place(element, this.centre(square));
      if (spare.has(square)) this.#drop(spare, square);
      this.#pieces.set(square, { element, piece });
    }
    for (const square of spare.keys()) this.#drop(spare, square);
  }

  /** @param {Map<string, {element: SVGGElement, piece: Piece}>} spare @param {string} square */
  #drop(spare, square) {
    const gone = spare.get(square);
    spare.delete(square);
    gone?.element.remove();
    if (gone && this.#pieces.get(square) === gone) this.#pieces.delete(square);
  }

  /** @param {Record<string, Piece>} squares */
  #drawCells(squares) {
    const legal = state.editor ? undefined : currentLegal();
    const { from, to } = state.picked;
    const goals = new Set(from && !to ? legal?.get(from)?.keys() : []);
    const shots = new Set(from && to ? legal?.get(from)?.get(to) : []);
    const marks = [];
    for (const [square, cell] of this.#cells) {
      const piece = squares[square] ?? '.';
      const role = goals.has(square) ? 'goal' : shots.has(square) ? 'shot' : null;
      const words = [square, t(`piece.${piece}`)];
      if (role) words.push(t(`board.${role}`));
      if (square === (to ?? from)) words.push(t('board.picked'));
      set(cell, 'aria-label', words.join(', '));
      set(cell, 'aria-selected', square === (to ?? from) ? 'true' : 'false');
      set(cell, 'tabindex', square === state.cursor ? 0 : -1);
      cell.classList.toggle('movable', legal?.has(square) ?? false);
      cell.classList.toggle('active', role !== null || square === to || (state.editor !== null));
      const { x, y } = this.centre(square);
      if (role === 'goal') marks.push(svg('circle.goal', { cx: x, cy: y, r: 6.5 }));
      if (role === 'shot') marks.push(svg('path.shot', { d: `M${x - 5.5} ${y - 5.5}l11 11m0 -11l-11 11` }));
    }
    if (from && !state.editor) {
      const at = this.centre(to ?? from);
      marks.unshift(svg('rect.picked', { x: at.x - 18.5, y: at.y - 18.5, width: 37, height: 37, rx: 6 }));
      if (to) marks.unshift(trail(this.centre(from), at));
    }
    this.#layers.targets?.replaceChildren(...marks);
  }

  /** The last move: where it came from, how it went, what it burnt. @param {string | null} move */
  #drawTrace(move) {
    const layer = this.#layers.trace;
    const key = `${move}${state.picked.to ? '-' : ''}`;
    if (!layer || layer.getAttribute('data-move') === key) return;
    layer.setAttribute('data-move', key);
    for (const { element } of this.#pieces.values()) element.classList.remove('last');
    layer.replaceChildren();
    if (!move) return;
    const { from, to, arrow } = moveParts(move);
    for (const square of [from, to]) {
      const { x, y } = this.centre(square);
      layer.append(svg('rect.last-square', { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE }));
    }
    layer.append(trail(this.centre(from), this.centre(to)));
    this.#pieces.get(arrow)?.element.classList.add('last');
  }
}
