// The dialog for a new game: who plays, how strong, on what board, with what clock. The last choices are remembered.

import { attempt, beginGame, playFrom } from './play.js';
import { read, write } from './settings.js';
import { setSettings, setTab } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { choice, list, numeric, openDialog } from './widgets.js';

/**
 * @typedef {'white' | 'black' | 'both' | 'none'} Who
 * @typedef {{who: Who, level: number, second: number, seconds: number, size: string, width: number, height: number, clock: 'none' | 'move' | 'game',
 *   perMove: number, minutes: number, increment: number, from: 'start' | 'here'}} Wishes
 */

const KEY = 'otrera.game-wishes';

/** Sizes at hand with one press. */
const SIZES = ['5x5', '6x6', '8x8', '10x10'];

/** Smallest and largest side of a board to play on. */
const [LEAST, MOST] = [4, 11];

/** @returns {Wishes} */
function loadWishes() {
  return { who: 'white', level: 3, second: 3, seconds: 1, size: '10x10', width: 10, height: 10, clock: 'none', perMove: 30, minutes: 10, increment: 5, ...read(KEY), from: 'start' };
}

/**
 * @param {Store} store
 * @param {Wishes['from']} [from] what to begin with, unless the visitor says otherwise
 */
export function openNewGame(store, from = 'start') {
  const wishes = { ...loadWishes(), from };
  const form = html('form', { class: 'form', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    write(KEY, wishes);
    dialog.close();
    void attempt(store, () => begin(store, wishes));
  } });
  const draw = () => form.replaceChildren(...fields(wishes, redraw));
  const redraw = () => {
    // The same control keeps the focus when the dialog is drawn anew around it.
    const at = document.activeElement;
    const controls = [...form.elements];
    const index = at ? controls.indexOf(at) : -1;
    const name = at instanceof HTMLInputElement && at.type === 'radio' ? `input[name="${at.name}"]:checked` : null;
    draw();
    const next = name ? form.querySelector(name) : form.elements[index];
    if (next instanceof HTMLElement) next.focus();
  };
  draw();
  const dialog = openDialog(t('new.title'), [form]);
}

/**
 * @param {Store} store
 * @param {Wishes} wishes
 */
async function begin(store, wishes) {
  const { who, level, second, seconds, size, width, height } = wishes;
  const hand = { white: who === 'white' || who === 'both', black: who === 'black' || who === 'both' };
  /** @type {import('./play.js').Terms} */
  const terms = {
    white: hand.white ? 'human' : 'engine',
    black: hand.black ? 'human' : 'engine',
    level: { white: level, black: who === 'none' ? second : level },
    seconds,
    clock: wishes.clock === 'none' ? { kind: 'none' }
      : wishes.clock === 'move' ? { kind: 'move', seconds: wishes.perMove }
        : { kind: 'game', seconds: wishes.minutes * 60, increment: wishes.increment },
  };
  if (wishes.from === 'here') playFrom(store, store.state.current, terms);
  else await beginGame(store, size === 'other' ? `start:${width}x${height}` : `start:${size}`, terms);
  setSettings(store, { flip: who === 'black' });
  setTab(store, 'play');
}

/**
 * @param {Wishes} wishes
 * @param {() => void} redraw
 */
function fields(wishes, redraw) {
  const change = (/** @type {Partial<Wishes>} */ some) => {
    Object.assign(wishes, some);
    redraw();
  };
  const engines = wishes.who !== 'both';
  return [
    choice('who', t('new.who'), (/** @type {const} */ (['white', 'black', 'both', 'none'])).map((value) => ({ value, text: t(`new.who.${value}`) })), wishes.who, (who) => change({ who: /** @type {Who} */ (who) })),
    engines && html('div', { class: 'row' },
      level(wishes.who === 'none' ? t('new.level.white') : t('new.level'), wishes.level, (value) => Object.assign(wishes, { level: value })),
      wishes.who === 'none' && level(t('new.level.black'), wishes.second, (value) => Object.assign(wishes, { second: value })),
      wishes.clock === 'none' && list(t('new.seconds'), [0.5, 1, 3, 10, 30].map((value) => ({ value: String(value), text: t('new.seconds.n', { seconds: value }) })), String(wishes.seconds), (value) => Object.assign(wishes, { seconds: Number(value) }))),
    choice('from', t('new.from'), [{ value: 'start', text: t('new.from.start') }, { value: 'here', text: t('new.from.here') }], wishes.from, (from) => change({ from: from === 'here' ? 'here' : 'start' })),
    wishes.from === 'start' && choice('size', t('new.size'), [...SIZES, 'other'].map((value) => ({ value, text: value === 'other' ? t('new.size.other') : value.replace('x', ' × ') })), wishes.size, (size) => change({ size })),
    wishes.from === 'start' && wishes.size === 'other' && html('div', { class: 'row' },
      list(t('new.width'), sides(), String(wishes.width), (value) => change({ width: Number(value) })),
      list(t('new.height'), sides(), String(wishes.height), (value) => change({ height: Number(value) }))),
    choice('clock', t('new.clock'), (/** @type {const} */ (['none', 'move', 'game'])).map((value) => ({ value, text: t(`new.clock.${value}`) })), wishes.clock, (clock) => change({ clock: /** @type {Wishes['clock']} */ (clock) })),
    wishes.clock === 'move' && html('div', { class: 'row' }, numeric(t('new.permove'), { value: wishes.perMove, least: 1, most: 3600 }, (perMove) => Object.assign(wishes, { perMove }))),
    wishes.clock === 'game' && html('div', { class: 'row' },
      numeric(t('new.minutes'), { value: wishes.minutes, least: 0.5, most: 600, step: 0.5 }, (minutes) => Object.assign(wishes, { minutes })),
      numeric(t('new.increment'), { value: wishes.increment, least: 0, most: 600 }, (increment) => Object.assign(wishes, { increment }))),
    html('div', { class: 'actions end' }, html('button', { type: 'submit', class: 'button primary' }, t('new.start'))),
  ].filter((field) => field !== false);
}

/** @param {string} label @param {number} value @param {(value: number) => void} change */
function level(label, value, change) {
  return list(label, Array.from({ length: 10 }, (_, index) => ({ value: String(index + 1), text: t('level.n', { level: index + 1 }) })), String(value), (text) => change(Number(text)));
}

function sides() {
  return Array.from({ length: MOST - LEAST + 1 }, (_, index) => ({ value: String(LEAST + index), text: String(LEAST + index) }));
}
