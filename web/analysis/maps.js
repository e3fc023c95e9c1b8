// The choice of a heat map, and its legend.

import { readBoard } from '../boards.js';
import { currentBoard, setOverlays } from '../state.js';
import { html, setText, svg } from '../svg.js';
import { t } from '../text.js';
import { MAPS, heat } from './distance.js';
import { section, show } from './part.js';

const OWNER = 'map';

/** @param {Store} store @returns {Part} */
export function maps(store) {
  const choice = html('select', { id: 'map-choice', onchange: () => choose(store, /** @type {MapName} */ (choice.value)) },
    ...MAPS.map((name) => html('option', { value: name }, t(`analysis.map.${name}`))));
  const words = html('p', { class: 'faint' });
  const key = html('ul', { class: 'map-key' }, ...['white', 'black', 'even'].map(keyItem));
  return {
    element: section('maps', 'analysis.maps', html('label', { class: 'row' }, html('span', {}, t('analysis.map.label')), choice), words, key),
    draw(state) {
      const name = mapOf(state);
      if (choice.value !== name) choice.value = name;
      setText(words, t(`analysis.map.${name}.words`));
      show(words, name !== 'none');
      show(key, name !== 'none');
    },
  };
}

/**
 * Keeps the chosen map on the board, in whichever pane one is; the board is drawn by others.
 * @param {Store} store
 */
export function layMaps(store) {
  let laid = '';
  store.subscribe((state) => {
    const name = state.tab === 'analyse' && !state.editor ? mapOf(state) : 'none';
    const board = currentBoard(state);
    const report = state.answers[board]?.show;
    const key = name === 'none' || !report?.evaluation ? '' : `${name} ${board}`;
    if (key === laid) return;
    laid = key;
    setOverlays(store, OWNER, key && report ? [{ kind: 'heat', values: onEmpty(board, heat(name, report)) }] : []);
  });
}

/**
 * Amazons keep their squares to themselves.
 * @param {string} board
 * @param {Heat} values
 */
function onEmpty(board, values) {
  const { squares } = readBoard(board);
  return Object.fromEntries(Object.entries(values).filter(([square]) => squares[square] === '.'));
}

/** @param {State} state @returns {MapName} */
function mapOf(state) {
  return state.panes.map ?? 'none';
}

/** @param {Store} store @param {MapName} name */
function choose(store, name) {
  store.update((state) => void (state.panes.map = name));
}

/** @param {string} whose */
function keyItem(whose) {
  const sign = whose === 'white' ? svg('circle', { cx: 10, cy: 10, r: 8 })
    : whose === 'black' ? svg('rect', { x: 2, y: 2, width: 16, height: 16, rx: 2 })
      : svg('path', { d: 'M4 10h12' });
  return html('li', {}, svg('svg', { class: `heat ${whose}`, viewBox: '0 0 20 20', 'aria-hidden': 'true' }, sign), t(`analysis.map.key.${whose}`));
}
