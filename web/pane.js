// The Play tab: how the game stands, what to do next, and the buttons of a running game. A field takes typed moves in
// every notation that the program reads.

import { ask } from './api.js';
import { sayResult } from './announce.js';
import { afterMove } from './boards.js';
import { listMoves } from './legal.js';
import { openNewGame } from './newgame.js';
import { atHead, attempt, beginGame, humanSide, mayMove, playFrom, playMove, resign, setPaused } from './play.js';
import { changePlay, currentLegal, currentNode, goTo } from './state.js';
import { html, setText } from './svg.js';
import { t } from './text.js';
import { nodeOf, ROOT } from './tree.js';
import { button, levels, list, openDialog } from './widgets.js';

/** @param {HTMLElement} element @param {Store} store */
export function mount(element, store) {
  const headline = html('h2', { class: 'headline' });
  const advice = html('p', { class: 'advice' });
  const actions = html('div', { class: 'actions' });
  const options = html('div', { class: 'row' });
  const input = html('input', { type: 'text', id: 'typed-move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'd1-d7xg7' });
  const label = html('label', { for: 'typed-move' });
  const send = html('button', { type: 'submit', class: 'button plain' });
  const form = html('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(store, async () => {
      await typeMove(store, input.value);
      input.value = '';
    });
  } }, label, html('div', { class: 'row' }, input, send));
  element.append(headline, advice, actions, options, form);
  let drawn = '';
  const draw = () => {
    const { state } = store;
    setText(headline, headlineOf(state));
    document.title = `${headlineOf(state)} · Otrera`;
    setText(advice, adviceOf(state));
    setText(label, t('play.typed'));
    setText(send, t('play.send'));
    const key = keyOf(state);
    if (key === drawn) return;
    drawn = key;
    const focused = document.activeElement instanceof HTMLElement && actions.contains(document.activeElement) ? document.activeElement.textContent : null;
    actions.replaceChildren(...buttonsOf(store));
    if (focused) /** @type {HTMLElement | undefined} */ ([...actions.children].find((child) => child.textContent === focused) ?? actions.children[0])?.focus();
    options.replaceChildren(...levelsOf(store));
  };
  store.subscribe(draw);
  draw();
}

/** @param {State} state what the buttons depend on */
function keyOf({ play, current, settings }) {
  return JSON.stringify([play.head === null, play.head === current, play.paused, play.result, play.white, play.black, play.level, settings.language]);
}

/** @param {State} state */
function headlineOf(state) {
  const { play } = state;
  if (play.head === null) return t('play.free', { side: t(`side.${currentNode(state).toMove}`) });
  if (play.result) {
    const human = humanSide(state);
    if (human) return t(play.result.winner === human ? 'play.youwon' : 'play.youlost');
    return t('play.won', { side: t(`side.${play.result.winner}`) });
  }
  const side = nodeOf(state.game, play.head).toMove;
  if (play.paused) return t('play.paused');
  if (play[side] === 'engine') return t('play.thinks', { side: t(`side.${side}`) });
  return humanSide(state) ? t('play.yours') : t('play.turn', { side: t(`side.${side}`) });
}

/** @param {State} state */
function adviceOf(state) {
  const { play, picked } = state;
  if (!atHead(state) && play.head !== null) return t('advice.away');
  if (play.result) return sayResult(play.result);
  const legal = currentLegal(state);
  if (legal?.size === 0) return t('advice.nomoves', { side: t(`side.${currentNode(state).toMove}`) });
  if (!mayMove(state)) return t(play.white === play.black ? 'advice.watch' : 'advice.wait');
  if (picked.to) return t('advice.shoot');
  if (picked.from) return t('advice.go');
  return t(play.head === null ? 'advice.free' : 'advice.pick');
}

/** @param {Store} store */
function buttonsOf(store) {
  const { state } = store;
  const { play } = state;
  const running = play.head !== null && !play.result;
  const buttons = [];
  if (play.head !== null && play.result && atHead(state)) {
    const again = () => void attempt(store, () => beginGame(store, nodeOf(state.game, ROOT).board, play));
    buttons.push(button({ icon: 'plus', text: t('play.again'), kind: 'primary', click: again }));
  }
  if (play.head !== null && !atHead(state)) {
    const head = play.head;
    buttons.unshift(button({ icon: 'go', text: t('play.return'), kind: 'primary', click: () => goTo(store, head) }));
  }
  if (play.head === null) buttons.push(button({ icon: 'go', text: t('play.here'), kind: 'primary', click: () => openNewGame(store, 'here') }));
  else if (!atHead(state)) buttons.push(button({ text: t('play.here'), click: () => playFrom(store, store.state.current) }));
  if (running && play.white === 'engine' && play.black === 'engine') {
    buttons.push(button({ icon: play.paused ? 'go' : 'pause', text: t(play.paused ? 'play.continue' : 'play.pause'), click: () => setPaused(store, !play.paused) }));
  }
  if (running && !(play.white === 'engine' && play.black === 'engine')) buttons.push(button({ icon: 'flag', text: t('play.resign'), click: () => confirmResign(store) }));
  return buttons;
}

/** @param {Store} store */
function confirmResign(store) {
  const dialog = openDialog(t('resign.title'), [html('div', { class: 'actions end' },
    button({ text: t('resign.no'), click: () => dialog.close() }),
    button({ icon: 'flag', text: t('resign.yes'), kind: 'primary', click: () => {
      dialog.close();
      resign(store);
    } }))]);
}

/** Levels can be changed in mid-game. @param {Store} store */
function levelsOf(store) {
  const { play } = store.state;
  /** @type {Side[]} */
  const sides = ['white', 'black'];
  return sides.filter((side) => play.head !== null && play[side] === 'engine').map((side) =>
    list(t('level.of', { side: t(`side.${side}`) }), levels(), String(play.level[side]),
      (value) => changePlay(store, () => void (play.level = { ...play.level, [side]: Number(value) }))));
}

/**
 * Plays a typed move. Otrera's own notation is looked up; others are read by the server, and the board that comes back
 * tells which move was meant.
 * @param {Store} store
 * @param {string} text
 */
async function typeMove(store, text) {
  const { state } = store;
  const typed = text.trim();
  if (!typed) return;
  if (!mayMove(state)) throw new Error(t('advice.wait'));
  const { board } = currentNode(state);
  const moves = listMoves(currentLegal(state) ?? new Map());
  if (moves.includes(typed.toLowerCase())) return playMove(store, typed.toLowerCase());
  const answer = await ask('moves', { position: board, play: typed });
  const move = moves.find((one) => afterMove(board, one) === answer.board);
  if (move === undefined) throw new Error(t('play.unclear'));
  playMove(store, move);
}
