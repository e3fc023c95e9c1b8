// The Theory pane: the areas with their values, the winner of their sum with reasons, and proofs.

import { mountParts } from '../analysis/part.js';
import { addKey } from '../keys.js';
import { setTab, state } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';
import { areas } from './areas.js';
import { legend } from './badge.js';
import { drawAreas } from './colours.js';
import { margin } from './margin.js';
import { followPosition } from './questions.js';
import { solve, solveThis } from './solve.js';
import { sum } from './sum.js';

/** @param {HTMLElement} element */
export function mount(element) {
  followPosition();
  drawAreas();
  addKey({ key: 's', text: 'solve.start', act: () => {
    setTab('theory');
    void solveThis();
  } });
  mountParts(element, () => state.tab === 'theory', () => [sum(), areas(), solve(), margin(), meanings()]);
}

function meanings() {
  const element = html('details.part', html('summary', html('h2.part-title', t('badge.legend'))), legend());
  return { element, draw() {} };
}
