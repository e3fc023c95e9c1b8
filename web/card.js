// The card at the end of a game: chances over the game, and how well each side kept them. A short review runs by itself;
// the Analyse pane has the long one.

import { runs } from './analysis/curve.js';
import { jobOf } from './analysis/job.js';
import { refill, show } from './analysis/part.js';
import { startReview } from './analysis/review.js';
import { verdict } from './analysis/verdict.js';
import { currentLine, setTab, state, subscribe } from './state.js';
import { html, set, setText, svg } from './svg.js';
import { percent, sideName, t } from './text.js';
import { button } from './widgets.js';

/** Seconds per position of the short review. */
const PACE = 0.15;

/** Size of the curve, and its frame. */
const WIDTH = 300;
const HEIGHT = 70;
const FRAME = { left: 2, right: 298, top: 4, bottom: 66 };

/** @type {Side[]} */
const SIDES = ['white', 'black'];

export function card() {
  const picture = svg('svg.card-curve', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const rows = html('dl.card-sides');
  const words = html('p.faint', { role: 'status' });
  const analyse = button({ text: t('card.analyse'), click: () => setTab('analyse') });
  const element = html('section.card', { 'aria-label': t('card') }, picture, rows, words, html('div.actions', analyse));
  return {
    element,
    draw() {
      const isSeen = state.play.result !== null && state.play.head === state.current && state.current !== 0;
      show(element, isSeen);
      if (!isSeen) return;
      set(element, 'aria-label', t('card'));
      setText(/** @type {Element} */ (analyse.querySelector('span')), t('card.analyse'));
      const samples = currentLine().map(({ board }) => {
        const known = verdict(board);
        return { white: known && known.from !== 'evaluation' ? known.white : null };
      });
      const key = JSON.stringify([samples, state.settings.language]);
      refill(picture, key, () => curve(samples));
      set(picture, 'aria-label', t('card.curve'));
      const sides = SIDES.map((side) => ({ side, kept: keptBy(side) }));
      refill(rows, JSON.stringify([sides, state.settings.language]), () => sides.flatMap(({ side, kept }) => kept === null ? [] : [
        html('dt', sideName(side)), html('dd', t('card.kept', { accuracy: percent(kept.share), mistakes: kept.mistakes }))]));
      setText(words, jobOf()?.name === 'analyze' ? t('card.working') : Object.keys(state.marks).length ? t('card.words') : '');
    },
  };
}

/** Starts the short review once at the end of each game. */
export function reviewAtEnd() {
  let { result } = state.play;
  subscribe(() => {
    const before = result;
    result = state.play.result;
    if (result === null || before !== null || jobOf() || currentLine().length < 2) return;
    void startReview(PACE);
  });
}

/** The share of its chances that a side kept per move, and its marked moves. @param {Side} side */
function keptBy(side) {
  const ids = new Set(currentLine().map(({ id }) => id));
  const own = Object.entries(state.marks).filter(([id, report]) => ids.has(Number(id)) && report?.side === side).map(([, report]) => report);
  if (own.length === 0) return null;
  return { share: 1 - own.reduce((sum, { loss }) => sum + loss, 0) / own.length, mistakes: own.filter(({ mark }) => mark).length };
}

/** @param {{white: number | null}[]} samples */
function curve(samples) {
  const { left, right, top, bottom } = FRAME;
  const middle = (top + bottom) / 2;
  return [
    svg('rect.graph-ground', { x: left, y: top, width: right - left, height: bottom - top }),
    ...runs(FRAME, samples).flatMap((run) => {
      const points = run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
      const [first, last] = [run[0]?.x ?? 0, run.at(-1)?.x ?? 0];
      return [svg('rect.graph-black', { x: first, y: top, width: last - first, height: bottom - top }),
        svg('polygon.graph-white', { points: `${first},${bottom} ${points} ${last},${bottom}` }),
        svg('polyline.graph-curve', { points })];
    }),
    svg('line.graph-half', { x1: left, x2: right, y1: middle, y2: middle }),
  ];
}
