// Puts the page together: makes the state, mounts each module on its place in index.html.

import { mount as mountBar } from './analysis/bar.js';
import { mount as mountAnalysis } from './analysis/pane.js';
import { BoardView } from './board.js';
import { loadSettings, saveSettings } from './settings.js';
import { createStore } from './state.js';
import { byId } from './svg.js';
import { mount as mountTabs } from './tabs.js';
import { speak, spoken } from './text.js';
import { mount as mountTheory } from './theory/pane.js';

const store = createStore(loadSettings());

speak(store.state.settings.language);
store.subscribe(({ settings }) => {
  if (settings.language !== spoken()) speak(settings.language);
  saveSettings(settings);
});

new BoardView(byId('board'), store);
mountTabs(byId('tabs'), store);
mountBar(byId('evaluation-bar'), store);
mountAnalysis(byId('panel-analyse'), store);
mountTheory(byId('panel-theory'), store);
