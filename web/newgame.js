// The dialog for a new game: who plays, how strong, on what board, with what clock. The last choices are remembered.

import { attempt, beginGame, playFrom } from './play.js';
import { read, write } from './settings.js';
import { setSettings, setTab, state } from './state.js';
import { html } from './svg.js';
import { t } from './text.js';
import { choice, levels, list, numeric, openDialog } from './widgets.js';

const KEY = 'otrera.game-wishes';

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

/** @param {Wishes['from']} [from] what to begin with, unless the visitor says otherwise */
export function openNewGame(from = 'start') {
  const wishes = { ...loadWishes(), from };
  const form = html('form.form', { onsubmit: (event) => {
    event.preventDefault();
    write(KEY, wishes);
    dialog.close();
    void attempt(() => begin(wishes));
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
  const dialog = openDialog(t('menu.new'), [form]);
}

/** @param {Wishes} wishes */
async function begin(wishes) {
  const { who, level, second, seconds, size, width, height } = wishes;
  const hand = { white: who === 'white' || who === 'both', black: who === 'black' || who === 'both' };
  /** @type {Terms} */
  const terms = {
    white: hand.white ? 'human' : 'engine',
    black: hand.black ? 'human' : 'engine',
    level: { white: level, black: who === 'none' ? second : level },
    seconds,
    clock: wishes.clock === 'none' ? { kind: 'none' }
      : wishes.clock === 'move' ? { kind: 'move', seconds: wishes.perMove }
        : { kind: 'game', seconds: wishes.minutes * 60, increment: wishes.increment },
  };
  if (wishes.from === 'here') playFrom(state.current, terms);
  else await beginGame(size === 'other' ? `start:${width}x${height}` : `start:${size}`, terms);
  setSettings({ flip: who === 'black' });
  setTab('play');
}

/** @param {Wishes} wishes @param {() => void} redraw */
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
    html('div.actions.end', html('button.button.primary', { type: 'submit' }, t('new.start'))),
  ].filter((field) => field instanceof HTMLElement);
}

/** @param {Wishes} wishes */
function strengths(wishes) {
  const two = wishes.who === 'none';
  const seconds = SECONDS.map((value) => ({ value: String(value), text: t('seconds', { seconds: value }) }));
  return html('div.row',
    levels(two ? 'white' : null, wishes.level, (value) => (wishes.level = value)),
    two && levels('black', wishes.second, (value) => (wishes.second = value)),
    wishes.clock === 'none' && list(t('new.seconds'), seconds, String(wishes.seconds), (value) => (wishes.seconds = Number(value))));
}

/** @param {Wishes} wishes @param {(some: Partial<Wishes>) => void} change */
function sizes(wishes, change) {
  const known = SIZES.map((value) => ({ value, text: value.replace('x', ' × ') }));
  const sides = Array.from({ length: MOST - LEAST + 1 }, (_, index) => String(LEAST + index)).map((value) => ({ value, text: value }));
  return [
    choice('size', t('new.size'), [...known, { value: 'other', text: t('new.size.other') }], wishes.size, (size) => change({ size })),
    wishes.size === 'other' && html('div.row',
      list(t('new.width'), sides, String(wishes.width), (value) => (wishes.width = Number(value))),
      list(t('new.height'), sides, String(wishes.height), (value) => (wishes.height = Number(value)))),
  ];
}

/** @param {Wishes} wishes */
function times(wishes) {
  if (wishes.clock === 'none') return null;
  const { perMove, minutes, increment } = wishes;
  return html('div.row', ...(wishes.clock === 'move'
    ? [numeric(t('new.permove'), { value: perMove, least: 1, most: 3600 }, (value) => (wishes.perMove = value))]
    : [numeric(t('new.minutes'), { value: minutes, least: 0.5, most: 600, step: 0.5 }, (value) => (wishes.minutes = value)),
      numeric(t('new.increment'), { value: increment, least: 0, most: 600 }, (value) => (wishes.increment = value))]));
}

/** Choices whose words are messages. @param {string} field @param {string[]} values */
const named = (field, values) => values.map((value) => ({ value, text: t(`new.${field}.${value}`) }));
