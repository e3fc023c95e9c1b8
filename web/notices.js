// Messages above the panels. They have their own place and cover nothing, and disappear after a while or by their close
// button. The message about a lost server stays until it answers again. Errors of a field are shown at the field.

import { health } from './api.js';
import { dismiss, setOnline, state, watch } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { button } from './widgets.js';

/** Time a message is shown, in milliseconds. */
const STAYS = { note: 5000, error: 20_000 };

/** Interval between attempts to reach a lost server, in milliseconds. */
const RETRY = 2000;

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {Map<number, HTMLElement>} */
  const shown = new Map();
  const offline = html('div.notice.error', { role: 'alert' });
  let retrying = false;

  const reconnect = async () => {
    if (retrying) return;
    retrying = true;
    while (!state.online) {
      await new Promise((resume) => setTimeout(resume, RETRY));
      await health().then(() => setOnline(true), () => {});
    }
    retrying = false;
  };

  watch(() => {
    const { notices, online } = state;
    for (const [id, notice] of shown) {
      if (notices.some((one) => one.id === id)) continue;
      notice.remove();
      shown.delete(id);
    }
    for (const { id, text, kind, action } of notices) {
      if (shown.has(id)) continue;
      const notice = html('div', { class: `notice ${kind}`, role: kind === 'error' ? 'alert' : 'status' }, html('p', text),
        action && button({ text: action.text, click: () => {
          action.run();
          dismiss(id);
        } }),
        button({ icon: 'close', text: t('notice.close'), kind: 'quiet', click: () => dismiss(id) }));
      shown.set(id, notice);
      element.append(notice);
      setTimeout(() => dismiss(id), action ? STAYS.error : STAYS[kind]);
    }
    if (online) offline.remove();
    else if (!offline.isConnected) {
      offline.replaceChildren(html('p', t('notice.offline')));
      element.append(offline);
      void reconnect();
    }
  });
}
