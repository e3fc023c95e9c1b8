// Keyboard shortcuts and their list. Other modules add theirs with `addKey`. The settings can turn off single letters,
// which speech or switch software may type by accident.

import { STEPS } from './controls.js';
import { stepBack } from './input.js';
import { openNewGameDialog } from './newgame.js';
import { redo, undo } from './play.js';
import { flip, setEditor, setTab, state } from './state.js';
import { byId, html } from './svg.js';
import { t } from './text.js';
import { openDialog } from './widgets.js';

/** @type {Shortcut[]} */
const shortcuts = [
  { key: 'ArrowLeft', text: 'control.back', act: STEPS.back },
  { key: 'ArrowRight', text: 'control.forward', act: STEPS.forward },
  { key: 'Home', text: 'control.first', act: STEPS.first },
  { key: 'End', text: 'control.last', act: STEPS.last },
  { key: ',', text: 'control.back', act: STEPS.back },
  { key: '.', text: 'control.forward', act: STEPS.forward },
  { key: 'u', text: 'control.undo', act: undo },
  { key: 'r', text: 'control.redo', act: redo },
  { key: 'f', text: 'control.flip', act: flip },
  { key: 'n', text: 'menu.new', act: () => openNewGameDialog() },
  { key: 'b', text: 'keys.board', act: () => byId('board').focus() },
  { key: 'm', text: 'keys.type', act: () => {
    setTab('play');
    setTimeout(() => byId('typed-move').focus());
  } },
  { key: '1', text: 'tab.play', act: () => setTab('play') },
  { key: '2', text: 'tab.analyse', act: () => setTab('analyse') },
  { key: '3', text: 'tab.theory', act: () => setTab('theory') },
  { key: '?', text: 'keys.title', act: openKeyList },
];

/** Keys handled by input.js, for the list. */
const BOARD_KEYS = [
  { keys: '← ↑ → ↓', text: 'keys.cursor' },
  { keys: 'Enter', text: 'keys.act' },
  { keys: 'Esc', text: 'keys.back' },
];

/** @param {Shortcut} shortcut */
export function addKey(shortcut) {
  shortcuts.push(shortcut);
}

export function mount() {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (event.key === 'Escape') {
      if (state.editor) setEditor(null);
      else if (stepBack()) event.preventDefault();
      return;
    }
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')) return;
    if (state.editor) return;
    if (event.key.length === 1 && event.key !== '?' && !state.settings.keys) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act();
  });
}

export function openKeyList() {
  const row = (/** @type {string} */ keys, /** @type {string} */ text) =>
    html('div.key-row', html('dt', ...keys.split(' ').map((key) => html('kbd', key))), html('dd', t(text)));
  const names = /** @type {Record<string, string>} */ ({ ArrowLeft: '←', ArrowRight: '→' });
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { key, text } of shortcuts) byText.set(text, [...(byText.get(text) ?? []), names[key] ?? key]);
  openDialog(t('keys.title'), [
    html('h3', t('keys.onboard')),
    html('dl.keys', ...BOARD_KEYS.map(({ keys, text }) => row(keys, text))),
    html('h3', t('keys.elsewhere')),
    html('dl.keys', ...[...byText].map(([text, keys]) => row(keys.join(' '), text))),
    html('h3', t('keys.editor')),
    html('dl.keys', row('w b x Delete', 'keys.pieces')),
  ]);
}
