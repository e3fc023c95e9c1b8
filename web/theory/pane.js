// The Theory pane: the areas that the board is the sum of, what each is worth, who wins the sum and why, and proofs.

import { keep } from '../analysis/part.js';
import { addKey } from '../keys.js';
import { setTab } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';
import { areas } from './areas.js';
import { legend } from './badge.js';
import { colour } from './colours.js';
import { margin } from './margin.js';
import { follow } from './questions.js';
import { solve, solveThis } from './solve.js';
import { sum } from './sum.js';

/** @param {HTMLElement} element @param {Store} store */
export function mount(element, store) {
  follow(store);
  colour(store);
  addKey({ key: 's', text: 'theory.solve.start', act: () => {
    setTab(store, 'theory');
    void solveThis(store);
  } });
  keep(element, store, (state) => state.tab === 'theory', () => [sum(store), areas(store), solve(store), margin(store), meanings()]);
}

/** @returns {Part} */
function meanings() {
  const element = html('details', { class: 'part' }, html('summary', {}, html('h2', { class: 'part-title' }, t('badge.legend'))), legend());
  return { element, draw() {} };
}
