// The side panel's tabs: arrow keys move between them, as screen readers expect of a tab list.

import { setTab } from './state.js';
import { byId, html, set, setText } from './svg.js';
import { t } from './text.js';

/** @type {Tab[]} */
const TABS = ['play', 'analyse', 'theory'];

/**
 * @param {HTMLElement} element
 * @param {Store} store
 */
export function mount(element, store) {
  const buttons = TABS.map((name) =>
    html('button', { id: `tab-${name}`, role: 'tab', type: 'button', class: 'tab', 'aria-controls': `panel-${name}`, onclick: () => setTab(store, name) }));
  element.append(...buttons);
  element.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(store.state.tab) + step + TABS.length) % TABS.length;
    setTab(store, TABS[next] ?? 'play');
    buttons[next]?.focus();
  });
  const draw = () => {
    TABS.forEach((name, index) => {
      const button = /** @type {HTMLButtonElement} */ (buttons[index]);
      const chosen = store.state.tab === name;
      setText(button, t(`tab.${name}`));
      set(button, 'aria-selected', chosen ? 'true' : 'false');
      set(button, 'tabindex', chosen ? 0 : -1);
      byId(`panel-${name}`).hidden = !chosen;
    });
  };
  store.subscribe(draw);
  draw();
}
