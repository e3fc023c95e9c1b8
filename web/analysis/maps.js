// Selection and legend of the heat maps.

import { readBoard } from '../boards.js';
import { currentBoard, setOverlays, state, subscribe, update } from '../state.js';
import { html, setText, svg } from '../svg.js';
import { t } from '../text.js';
import { heat, MAPS } from './distance.js';
import { section, show } from './part.js';

const OWNER = 'map';

export function maps() {
  const choice = html('select', { id: 'map-choice', onchange: () => choose(/** @type {MapName} */ (choice.value)) },
    ...MAPS.map((name) => html('option', { value: name }, textOf(name))));
  const words = html('p.faint');
  const key = html('ul.map-key', ...['white', 'black', 'even'].map(keyItem));
  return {
    element: section('maps', 'map', html('label.row', html('span', t('map.label')), choice), words, key),
    draw() {
      const name = mapOf();
      if (choice.value !== name) choice.value = name;
      setText(words, name === 'none' ? '' : textOf(name, '.words'));
      show(words, name !== 'none');
      show(key, name !== 'none');
    },
  };
}

/** Keeps the overlay of the selected map up to date. */
export function drawMaps() {
  let drawn = '';
  subscribe(() => {
    const name = state.tab === 'analyse' && !state.editor ? mapOf() : 'none';
    const board = currentBoard();
    const report = state.answers[board]?.show;
    const key = name === 'none' || !report?.evaluation ? '' : `${name} ${board}`;
    if (key === drawn) return;
    drawn = key;
    setOverlays(OWNER, key && report ? [{ kind: 'heat', values: onEmpty(board, heat(name, report)) }] : []);
  });
}

/** Drops the squares of amazons. @param {string} board @param {Heat} values */
function onEmpty(board, values) {
  const { squares } = readBoard(board);
  return Object.fromEntries(Object.entries(values).filter(([square]) => squares[square] === '.'));
}

const mapOf = () => state.panes.map ?? 'none';

/** @param {MapName} name */
function choose(name) {
  update(() => (state.panes.map = name));
}

/** The name of a map, or with `.words` its description. @param {MapName} name @param {'' | '.words'} [ending] */
function textOf(name, ending = '') {
  if (name === 'none' || name === 'territory') return t(`map.${name}${ending}`);
  const [moves, side] = name.split('-').reverse();
  return t(`map.${side ? 'distance' : 'nearer'}${ending}`, { unit: t(`map.unit.${moves}`), side: side ? t(`side.${side}`) : '' });
}

/** @param {string} whose */
function keyItem(whose) {
  const sign = whose === 'white' ? svg('circle', { cx: 10, cy: 10, r: 8 })
    : whose === 'black' ? svg('rect', { x: 2, y: 2, width: 16, height: 16, rx: 2 })
      : svg('path', { d: 'M4 10h12' });
  return html('li', svg('svg', { class: `heat ${whose}`, viewBox: '0 0 20 20', 'aria-hidden': 'true' }, sign), t(`map.key.${whose}`));
}
