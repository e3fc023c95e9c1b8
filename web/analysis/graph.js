// The graph of the game: White's chance after each move, with marks on mistakes. For keyboard and screen readers it is
// a slider over the moves; a click goes to the nearest move.

import { other } from '../boards.js';
import { currentLine, goTo, state } from '../state.js';
import { html, set, svg } from '../svg.js';
import { percent, sideName, t } from '../text.js';
import { moveNumbers, nearest, runs, xOf, yOf } from './curve.js';
import { KINDS, verdictWords } from './format.js';
import { refill, section } from './part.js';
import { verdict } from './verdict.js';

/** Size of the SVG, and the frame of the plot. */
const WIDTH = 400;
const HEIGHT = 150;
const FRAME = { left: 40, right: 392, top: 10, bottom: 126 };
/** Distance of a sign above its dot, or below if there is no space above. */
const ABOVE = 8;
const BELOW = 17;
/** Minimum distance of two signs, horizontally and vertically. */
const APART = 15;
const LINE = 12;

/** @param {...Element} more elements under the graph */
export function graph(...more) {
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
  const slider = html('div.graph', { role: 'slider', tabindex: 0, 'aria-valuemin': 0, 'aria-label': t('graph.label') }, picture);
  /** @param {number} index */
  const go = (index) => {
    const nodes = currentLine();
    const node = nodes[Math.min(nodes.length - 1, Math.max(0, index))];
    if (node) goTo(node.id);
  };
  slider.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    go(nearest(FRAME, ((event.clientX - box.left) / box.width) * WIDTH, currentLine().length - 1));
  });
  slider.addEventListener('keydown', (event) => {
    const here = currentLine().findIndex((node) => node.id === state.current);
    const goals = /** @type {Record<string, number>} */ ({
      ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1, PageDown: here - 10, PageUp: here + 10, Home: 0, End: Infinity,
    });
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(goal);
  });

  return {
    element: section('graph-part', 'graph', slider, html('p.faint.graph-key', t('graph.key')), ...more),
    draw() {
      const nodes = currentLine();
      const here = nodes.findIndex((node) => node.id === state.current);
      const samples = nodes.map((node) => ({ ...sampleOf(node), report: state.marks[node.id] }));
      const key = JSON.stringify([here, samples.map(({ white, isProven, report }) => [white, isProven, report?.mark])]);
      refill(picture, key, () => drawing(samples, here));
      const node = nodes[here];
      set(slider, 'aria-valuemax', nodes.length - 1);
      set(slider, 'aria-valuenow', here);
      if (node) set(slider, 'aria-valuetext', describe(node, here));
    },
  };
}

/**
 * White's chance at a node. The static evaluation alone is not a point of the graph.
 * @param {GameNode} node
 */
function sampleOf(node) {
  const known = verdict(node.board);
  return known && known.from !== 'evaluation' ? { white: known.white, isProven: known.winner !== null } : { white: null, isProven: false };
}

/** @param {GameNode} node @param {number} index */
function describe(node, index) {
  const known = verdict(node.board);
  const report = state.marks[node.id];
  const place = node.move ? t('graph.move', { number: index, side: sideName(other(node.toMove)), move: node.move }) : t('graph.start');
  return [place, known && known.from !== 'evaluation' && verdictWords(known), report?.mark && t(`mark.${report.mark}`)].filter(Boolean).join(', ');
}

/** @param {{white: number | null, isProven: boolean, report: MoveReport | undefined}[]} samples @param {number} here */
function drawing(samples, here) {
  const last = samples.length - 1;
  const { left, right, top, bottom } = FRAME;
  const known = runs(FRAME, samples);
  const points = (/** @type {Point[]} */ run) => run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return [
    svg('rect.graph-ground', { x: left, y: top, width: right - left, height: bottom - top }),
    ...known.map((run) => {
      const [first, final] = [run[0]?.x ?? 0, run.at(-1)?.x ?? 0];
      return svg('rect.graph-black', { x: first, y: top, width: final - first, height: bottom - top });
    }),
    ...known.map((run) => svg('polygon.graph-white', { points: `${run[0]?.x},${bottom} ${points(run)} ${run.at(-1)?.x},${bottom}` })),
    ...[0, 0.5, 1].flatMap((chance) => [
      svg('line', { class: chance === 0.5 ? 'graph-half' : 'graph-line', x1: left, x2: right, y1: yOf(FRAME, chance), y2: yOf(FRAME, chance) }),
      svg('text.graph-text', { x: left - 4, y: yOf(FRAME, chance) + 4, 'text-anchor': 'end' }, percent(chance)),
    ]),
    ...moveNumbers(last).map(({ number, index }) => svg('text.graph-text', { x: xOf(FRAME, index, last), y: bottom + 15, 'text-anchor': 'middle' }, String(number))),
    svg('line.graph-here', { x1: xOf(FRAME, here, last), x2: xOf(FRAME, here, last), y1: top, y2: bottom }),
    ...known.map((run) => run.length > 1
      ? svg('polyline.graph-curve', { points: points(run) })
      : svg('circle.graph-point', { cx: run[0]?.x, cy: run[0]?.y, r: 3 })),
    ...samples.flatMap(({ white, isProven }, index) => (white === null || !isProven ? [] : [diamond(xOf(FRAME, index, last), yOf(FRAME, white))])),
    ...mistakes(samples.flatMap(({ white, report }, index) =>
      (white === null || !report?.mark ? [] : [{ mark: report.mark, x: xOf(FRAME, index, last), y: yOf(FRAME, white) }]))),
  ];
}

/** The mark of a proven position. @param {number} x @param {number} y */
const diamond = (x, y) => svg('path.graph-proven', { d: `M${x} ${y - 5}l5 5l-5 5l-5 -5z` });

/**
 * Dots and signs of mistakes, worst first. A sign that would overlap another is left out; the list under the graph has
 * them all.
 * @param {(Point & {mark: keyof typeof KINDS})[]} all
 */
function mistakes(all) {
  const worst = Object.keys(KINDS);
  /** @type {Point[]} */
  const taken = [];
  const signs = all.toSorted((a, b) => worst.indexOf(b.mark) - worst.indexOf(a.mark)).flatMap(({ mark, x, y }) => {
    const place = [y - ABOVE, y + BELOW].map((foot) => ({ x, y: foot })).find((one) => one.y > FRAME.top + 8 && one.y < HEIGHT
      && taken.every((other) => Math.abs(other.x - x) > APART || Math.abs(other.y - one.y) > LINE));
    if (!place) return [];
    taken.push(place);
    return [svg('text', { class: `graph-sign ${KINDS[mark]}`, ...place, 'text-anchor': 'middle' }, mark)];
  });
  return [...all.map(({ mark, x, y }) => svg('circle', { class: `graph-mark ${KINDS[mark]}`, cx: x, cy: y, r: 4 })), ...signs];
}
