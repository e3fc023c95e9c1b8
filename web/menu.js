// The header's buttons and the settings dialog.

import { openEditor } from './editor.js';
import { openGallery } from './explore/gallery.js';
import { openOpenDialog, openShareDialog, saveGame } from './files.js';
import { icon } from './icons.js';
import { openKeyList } from './keys.js';
import { closeCourse, openCourse } from './learn/course.js';
import { openLibrary } from './library.js';
import { openNewGameDialog } from './newgame.js';
import { closePuzzles, openPuzzles } from './puzzles/exercise.js';
import { setSettings, state, watch } from './state.js';
import { html, set, setText } from './svg.js';
import { LANGUAGES, t } from './text.js';
import { list, openDialog, textField, toggle } from './widgets.js';

/** Leaves the course or the puzzles first, if they are open. @param {() => void} act */
function leaving(act) {
  return () => {
    closeCourse();
    closePuzzles();
    act();
  };
}

/** @type {{name: string, icon: Icon, act: () => void}[]} */
const ENTRIES = [
  { name: 'learn', icon: 'learn', act: leaving(openCourse) },
  { name: 'puzzles', icon: 'puzzle', act: leaving(() => void openPuzzles()) },
  { name: 'explore', icon: 'explore', act: leaving(openGallery) },
  { name: 'new', icon: 'plus', act: leaving(() => openNewGameDialog()) },
  { name: 'library', icon: 'library', act: leaving(openLibrary) },
  { name: 'open', icon: 'open', act: () => openOpenDialog() },
  { name: 'save', icon: 'save', act: saveGame },
  { name: 'share', icon: 'share', act: openShareDialog },
  { name: 'edit', icon: 'edit', act: leaving(openEditor) },
  { name: 'settings', icon: 'settings', act: openSettingsDialog },
  { name: 'keys', icon: 'keys', act: openKeyList },
];

/** @param {HTMLElement} element */
export function mount(element) {
  for (const { name, icon: picture, act } of ENTRIES) {
    const words = html('span');
    const button = html('button.button.quiet.worded', { 'data-entry': name, onclick: () => act() }, icon(picture), words);
    element.append(button);
    watch(() => {
      setText(words, t(`menu.${name}`));
      set(button, 'title', t(`menu.${name}`));
      set(button, 'aria-label', t(`menu.${name}`));
    });
  }
}

function openSettingsDialog() {
  const { settings } = state;
  const languages = Object.entries(LANGUAGES).map(([value, text]) => ({ value, text }));
  const dialog = openDialog(t('menu.settings'), [
    list(t('settings.language'), languages, settings.language, (language) => {
      setSettings({ language });
      dialog.close();
      // Reopened in the new language after the page has changed.
      setTimeout(() => openSettingsDialog());
    }),
    textField(t('settings.name'), settings.name, (name) => setSettings({ name })),
    toggle(t('settings.sound'), settings.sound, (sound) => setSettings({ sound })),
    toggle(t('settings.coordinates'), settings.coordinates, (coordinates) => setSettings({ coordinates })),
    toggle(t('settings.animate'), settings.animate, (animate) => setSettings({ animate })),
    toggle(t('settings.resign'), settings.resign, (resign) => setSettings({ resign })),
    toggle(t('settings.keys'), settings.keys, (keys) => setSettings({ keys })),
  ]);
}
