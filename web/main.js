// Puts the page together: makes the state, mounts each module on its place in index.html.

import { mount as mountBar } from './analysis/bar.js';
import { mount as mountAnalysis } from './analysis/pane.js';
import { mount as mountAnnouncements } from './announce.js';
import { BoardView } from './board.js';
import { mount as mountControls } from './controls.js';
import { mount as mountEditor } from './editor.js';
import { mount as mountEngine } from './engine.js';
import { mount as mountFiles } from './files.js';
import { mount as mountHand } from './hand.js';
import { mount as mountKeep, restore } from './keep.js';
import { mount as mountKeys } from './keys.js';
import { mount as mountLegal } from './legal.js';
import { mount as mountMenu } from './menu.js';
import { mount as mountNotices } from './notices.js';
import { mount as mountPane } from './pane.js';
import { attempt, mount as mountPlay } from './play.js';
import { mount as mountPlayers } from './players.js';
import { openLink } from './record.js';
import { loadSettings, saveSettings } from './settings.js';
import { mount as mountSound } from './sound.js';
import { createStore } from './state.js';
import { byId } from './svg.js';
import { mount as mountTabs } from './tabs.js';
import { speak, spoken } from './text.js';
import { mount as mountTheory } from './theory/pane.js';
import { mount as mountTree } from './treeview.js';

const store = createStore(loadSettings());

const heed = ({ settings } = store.state) => {
  if (settings.language !== spoken()) speak(settings.language);
  document.documentElement.classList.toggle('still', !settings.animate);
  saveSettings(settings);
};
store.subscribe(heed);
heed();

const restored = restore(store);
const view = new BoardView(byId('board'), store);
mountHand(view, store);
mountEditor(byId('editor'), view, store);
mountMenu(byId('menu'), store);
mountPlayers(store);
mountControls(byId('controls'), store);
mountTabs(byId('tabs'), store);
mountPane(byId('panel-play'), store);
mountTree(byId('tree'), store);
mountNotices(byId('notices'), store);
mountAnnouncements(store);
mountSound(store);
mountKeys(store);
mountFiles(store);
mountLegal(store);
mountPlay(store);
mountEngine(store);
mountKeep(store);
mountBar(byId('evaluation-bar'), store);
mountAnalysis(byId('panel-analyse'), store);
mountTheory(byId('panel-theory'), store);

if (!restored) void attempt(store, () => openLink(store));
window.addEventListener('hashchange', () => void attempt(store, () => openLink(store)));
