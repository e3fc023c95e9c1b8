// Keyboard shortcuts and their list. Other modules add theirs with `addKey`. The settings can turn off single letters,
// which speech or switch software may type by accident.

import { STEPS } from './controls.js';
import { stepBack } from './input.js';
import { openNewGameDialog } from './newgame.js';
import { redo, undo } from './play.js';
import { flip, setEditor, setTab, state, undoEdit } from './state.js';
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

/** Shortcuts that work in the course and in puzzles. */
const LESSON_KEYS = ['b', 'f', '?'];

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
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (event.ctrlKey || event.metaKey) {
      const isUndo = event.key === 'z' && !event.shiftKey && !isTextField(target) && !state.editor;
      if (isUndo && undoEdit()) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') {
      if (state.editor) setEditor(null);
      else if (stepBack()) event.preventDefault();
      return;
    }
    if (isTextField(target)) return;
    if (state.editor || ((state.lesson || state.puzzle) && !LESSON_KEYS.includes(event.key))) return;
    if (event.key.length === 1 && event.key !== '?' && !state.settings.keys) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act();
  });
}

/** @param {EventTarget | null} target */
const isTextField = (target) => target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  || (target instanceof HTMLInputElement && target.type !== 'checkbox');

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
    html('dl.keys', ...[...byText].map(([text, keys]) => row(keys.join(' '), text)), row('Ctrl Z', 'keys.undo')),
    html('h3', t('keys.editor')),
    html('dl.keys', row('w b x Delete', 'keys.pieces')),
  ]);
}
