// Tabs of the side panel. With the keyboard focus on a tab, arrow keys move between tabs, as screen readers expect.

import { setTab, state, watch } from './state.js';
import { byId, html, set, setText } from './svg.js';
import { t } from './text.js';

/** @type {Tab[]} */
const TABS = ['play', 'analyse', 'theory'];

/** @param {HTMLElement} element */
export function mount(element) {
  const buttons = TABS.map((name) => html('button.tab', { id: `tab-${name}`, role: 'tab', 'aria-controls': `panel-${name}`, onclick: () => setTab(name) }));
  element.append(...buttons);
  // A mouse press does not move the focus to a tab, so that arrow keys still step through the game.
  element.addEventListener('mousedown', (event) => {
    event.preventDefault();
    const at = document.activeElement;
    if (at instanceof HTMLElement && at !== document.body && !at.closest('#board')) at.blur();
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(state.tab) + step + TABS.length) % TABS.length;
    setTab(TABS[next] ?? 'play');
    buttons[next]?.focus();
  });
  watch(() => {
    TABS.forEach((name, index) => {
      const button = /** @type {HTMLButtonElement} */ (buttons[index]);
      const chosen = state.tab === name;
      setText(button, t(`tab.${name}`));
      set(button, 'aria-selected', String(chosen));
      set(button, 'tabindex', chosen ? 0 : -1);
      byId(`panel-${name}`).hidden = !chosen;
    });
  });
}
