// The evaluation bar beside the board: White's chance from the bottom. Hidden in the Play pane, where it would give
// advice during a game.

import { currentBoard, state, watch } from '../state.js';
import { html, set, setText } from '../svg.js';
import { percent, t } from '../text.js';
import { verdictWords } from './format.js';
import { verdict } from './verdict.js';

/** @param {HTMLElement} element */
export function mount(element) {
  const fill = html('div.bar-white');
  const figure = html('span.bar-figure', { 'aria-hidden': 'true' });
  const bar = html('div.bar', { role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill, html('div.bar-middle'), figure);
  watch(() => {
    const isSeen = state.tab !== 'play' && !state.editor;
    if (isSeen !== bar.isConnected) element.replaceChildren(...(isSeen ? [bar] : []));
    if (!isSeen) return;
    const known = verdict(currentBoard());
    const white = known?.white ?? 0.5;
    fill.style.setProperty('--share', String(white));
    bar.classList.toggle('flipped', state.settings.flip);
    bar.classList.toggle('white-ahead', white >= 0.5);
    set(bar, 'aria-label', t('bar'));
    set(bar, 'aria-valuenow', Math.round(white * 100));
    const words = known ? verdictWords(known) : t('verdict.none');
    set(bar, 'aria-valuetext', words);
    set(bar, 'title', words);
    setText(figure, known ? (known.winner ? '✓' : percent(Math.max(white, 1 - white)).replace(/\s?%/, '')) : '');
  });
}
