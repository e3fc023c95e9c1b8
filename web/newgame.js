// The dialog for a new game: who plays, how strong, on what board, with what clock. The last choices are remembered.

import { attempt, beginGame, playFrom } from './play.js';
import { read, write } from './settings.js';
import { setSettings, setTab } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { choice, levels, list, numeric, openDialog } from './widgets.js';

/**
 * @typedef {'white' | 'black' | 'both' | 'none'} Who
 * @typedef {{who: Who, level: number, second: number, seconds: number, size: string, width: number, height: number, clock: 'none' | 'move' | 'game',
 *   perMove: number, minutes: number, increment: number, from: 'start' | 'here'}} Wishes
 */

const KEY = 'otrera.game-wishes';

/** Sizes at hand with one press. */
const SIZES = ['5x5', '6x6', '8x8', '10x10'];

/** Times that the engine may be given for a move without a clock, in seconds. */
const SECONDS = [0.5, 1, 3, 10, 30];

/** Smallest and largest side of a board to play on. */
const [LEAST, MOST] = [4, 11];

/** @returns {Wishes} */
function loadWishes() {
  return {
    ...{ who: 'white', level: 3, second: 3, seconds: 1, size: '10x10', width: 10, height: 10, clock: 'none', perMove: 30, minutes: 10, increment: 5 },
    ...read(KEY),
    from: 'start',
  };
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
  /** A change after which other fields are asked for. @param {Partial<Wishes>} some */
  const change = (some) => {
    Object.assign(wishes, some);
    redraw();
  };
  return [
    choice('who', t('new.who'), named('who', ['white', 'black', 'both', 'none']), wishes.who, (who) => change({ who: /** @type {Who} */ (who) })),
    wishes.who !== 'both' && strengths(wishes),
    choice('from', t('new.from'), named('from', ['start', 'here']), wishes.from, (from) => change({ from: from === 'here' ? 'here' : 'start' })),
    ...(wishes.from === 'start' ? sizes(wishes, change) : []),
    choice('clock', t('new.clock'), named('clock', ['none', 'move', 'game']), wishes.clock, (clock) => change({ clock: /** @type {Wishes['clock']} */ (clock) })),
    times(wishes),
    html('div', { class: 'actions end' }, html('button', { type: 'submit', class: 'button primary' }, t('new.start'))),
  ].filter((field) => field instanceof HTMLElement);
}

/** @param {Wishes} wishes */
function strengths(wishes) {
  const two = wishes.who === 'none';
  const seconds = SECONDS.map((value) => ({ value: String(value), text: t('new.seconds.n', { seconds: value }) }));
  return html('div', { class: 'row' },
    level(t(two ? 'new.level.white' : 'new.level'), wishes.level, (value) => void (wishes.level = value)),
    two && level(t('new.level.black'), wishes.second, (value) => void (wishes.second = value)),
    wishes.clock === 'none' && list(t('new.seconds'), seconds, String(wishes.seconds), (value) => void (wishes.seconds = Number(value))));
}

/** @param {Wishes} wishes @param {(some: Partial<Wishes>) => void} change */
function sizes(wishes, change) {
  const known = SIZES.map((value) => ({ value, text: value.replace('x', ' × ') }));
  const sides = Array.from({ length: MOST - LEAST + 1 }, (_, index) => String(LEAST + index)).map((value) => ({ value, text: value }));
  return [
    choice('size', t('new.size'), [...known, { value: 'other', text: t('new.size.other') }], wishes.size, (size) => change({ size })),
    wishes.size === 'other' && html('div', { class: 'row' },
      list(t('new.width'), sides, String(wishes.width), (value) => void (wishes.width = Number(value))),
      list(t('new.height'), sides, String(wishes.height), (value) => void (wishes.height = Number(value)))),
  ];
}

/** @param {Wishes} wishes */
function times(wishes) {
  if (wishes.clock === 'none') return null;
  const { perMove, minutes, increment } = wishes;
  return html('div', { class: 'row' }, ...(wishes.clock === 'move'
    ? [numeric(t('new.permove'), { value: perMove, least: 1, most: 3600 }, (value) => void (wishes.perMove = value))]
    : [numeric(t('new.minutes'), { value: minutes, least: 0.5, most: 600, step: 0.5 }, (value) => void (wishes.minutes = value)),
      numeric(t('new.increment'), { value: increment, least: 0, most: 600 }, (value) => void (wishes.increment = value))]));
}

/** Choices whose words are messages. @param {string} field @param {string[]} values */
function named(field, values) {
  return values.map((value) => ({ value, text: t(`new.${field}.${value}`) }));
}

/** @param {string} label @param {number} value @param {(value: number) => void} change */
function level(label, value, change) {
  return list(label, levels(), String(value), (text) => change(Number(text)));
}
