// Entry point: restores the game and mounts each module on its element of index.html.

import * as bar from './analysis/bar.js';
import * as analysis from './analysis/pane.js';
import * as announcements from './announce.js';
import { createBoard } from './board.js';
import * as controls from './controls.js';
import * as editor from './editor.js';
import * as engine from './engine.js';
import * as files from './files.js';
import * as finish from './finish.js';
import * as input from './input.js';
import { mount as mountPersist, restore } from './persist.js';
import * as keys from './keys.js';
import * as lesson from './learn/panel.js';
import * as legal from './legal.js';
import * as menu from './menu.js';
import * as library from './library.js';
import * as notices from './notices.js';
import * as pane from './pane.js';
import { attempt, mount as mountPlay } from './play.js';
import * as players from './players.js';
import * as puzzles from './puzzles/panel.js';
import { openLink } from './record.js';
import { saveSettings } from './settings.js';
import * as sound from './sound.js';
import { state, watch } from './state.js';
import { byId } from './svg.js';
import * as tabs from './tabs.js';
import { currentLanguage, setLanguage } from './text.js';
import * as theory from './theory/pane.js';
import * as tree from './treeview.js';

watch(() => {
  const { settings } = state;
  if (settings.language !== currentLanguage()) setLanguage(settings.language);
  document.documentElement.classList.toggle('still', !settings.animate);
  saveSettings(settings);
});

// The game in the address is shown first, unless it is the stored one.
if (!restore()) await attempt(openLink);
const view = createBoard(byId('board'));
input.mount(view);
editor.mount(byId('editor'), view);
lesson.mount(byId('lesson'));
puzzles.mount(byId('puzzles'));
menu.mount(byId('menu'));
players.mount();
controls.mount(byId('controls'));
tabs.mount(byId('tabs'));
pane.mount(byId('panel-play'));
tree.mount(byId('tree'));
notices.mount(byId('notices'));
announcements.mount();
sound.mount();
keys.mount();
files.mount();
legal.mount();
mountPlay();
engine.mount();
library.mount();
finish.mount();
mountPersist();
bar.mount(byId('evaluation-bar'));
analysis.mount(byId('panel-analyse'));
theory.mount(byId('panel-theory'));

window.addEventListener('hashchange', () => void attempt(openLink));
