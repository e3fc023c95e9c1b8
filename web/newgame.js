// The dialog for a new game: players, strength, board, clock. The browser stores the last choices.

import { attempt, beginGame, playFrom } from './play.js';
import { read, write } from './settings.js';
import { setSettings, setTab, state } from './state.js';
import { html } from './svg.js';
import { sideName, t } from './text.js';
import { choice, levels, list, numeric, openDialog, textField } from './widgets.js';

const KEY = 'otrera.game-wishes';

const SIZES = ['5x5', '6x6', '8x8', '10x10'];

/** Engine times per move without a clock, in seconds. */
const SECONDS = [0.5, 1, 3, 10, 30];

/** Smallest and largest side of a board. */
const [LEAST, MOST] = [4, 11];

/** @returns {GameOptions} */
function loadOptions() {
  return {
    ...{ who: 'white', names: { white: '', black: '' }, level: 3, second: 3, seconds: 1, size: '10x10', width: 10, height: 10, clock: 'none', perMove: 30, minutes: 10, increment: 5 },
    ...read(KEY),
    from: 'start',
  };
}

/** @param {GameOptions['from']} [from] default of the field */
export function openNewGameDialog(from = 'start') {
  const options = { ...loadOptions(), from };
  const form = html('form.form', { onsubmit: (event) => {
    event.preventDefault();
    write(KEY, options);
    dialog.close();
    void attempt(() => begin(options));
  } });
  const draw = () => form.replaceChildren(...fields(options, redraw));
  const redraw = () => {
    // The focused control keeps the focus when the form is redrawn.
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

/** @param {GameOptions} options */
async function begin(options) {
  const { who, level, second, seconds, size, width, height } = options;
  const isHuman = { white: who === 'white' || who === 'both', black: who === 'black' || who === 'both' };
  /** @type {GameSetup} */
  const setup = {
    white: isHuman.white ? 'human' : 'engine',
    black: isHuman.black ? 'human' : 'engine',
    level: { white: level, black: who === 'none' ? second : level },
    seconds,
    ...(who === 'both' ? { names: options.names } : {}),
    clock: options.clock === 'none' ? { kind: 'none' }
      : options.clock === 'move' ? { kind: 'move', seconds: options.perMove }
        : { kind: 'game', seconds: options.minutes * 60, increment: options.increment },
  };
  // Before the server answers: a tab that the user opens meanwhile stays.
  setTab('play');
  if (options.from === 'here') playFrom(state.current, setup);
  else await beginGame(size === 'other' ? `start:${width}x${height}` : `start:${size}`, setup);
  setSettings({ flip: who === 'black' });
}

/** @param {GameOptions} options @param {() => void} redraw */
function fields(options, redraw) {
  /** Changes an option that other fields depend on. @param {Partial<GameOptions>} some */
  const change = (some) => {
    Object.assign(options, some);
    redraw();
  };
  return [
    choice('who', t('new.who'), named('who', ['white', 'black', 'both', 'none']), options.who, (who) => change({ who: /** @type {Who} */ (who) })),
    options.who === 'both' ? names(options) : strengths(options),
    choice('from', t('new.from'), named('from', ['start', 'here']), options.from, (from) => change({ from: from === 'here' ? 'here' : 'start' })),
    ...(options.from === 'start' ? sizes(options, change) : []),
    choice('clock', t('new.clock'), named('clock', ['none', 'move', 'game']), options.clock, (clock) => change({ clock: /** @type {GameOptions['clock']} */ (clock) })),
    times(options),
    html('div.actions.end', html('button.button.primary', { type: 'submit' }, t('new.start'))),
  ].filter((field) => field instanceof HTMLElement);
}

/** @param {GameOptions} options */
function names(options) {
  const field = (/** @type {Side} */ side) => textField(t('new.name', { side: sideName(side) }), options.names[side], (name) => (options.names = { ...options.names, [side]: name }));
  return html('div.row', field('white'), field('black'));
}

/** @param {GameOptions} options */
function strengths(options) {
  const two = options.who === 'none';
  const seconds = SECONDS.map((value) => ({ value: String(value), text: t('seconds', { seconds: value }) }));
  return html('div.strengths', html('div.row',
    levels(two ? 'white' : null, options.level, (value) => (options.level = value)),
    two && levels('black', options.second, (value) => (options.second = value)),
    options.clock === 'none' && list(t('new.seconds'), seconds, String(options.seconds), (value) => (options.seconds = Number(value)))),
  html('p.faint', t('level.note')));
}

/** @param {GameOptions} options @param {(some: Partial<GameOptions>) => void} change */
function sizes(options, change) {
  const known = SIZES.map((value) => ({ value, text: value.replace('x', ' × ') }));
  const sides = Array.from({ length: MOST - LEAST + 1 }, (_, index) => String(LEAST + index)).map((value) => ({ value, text: value }));
  return [
    choice('size', t('new.size'), [...known, { value: 'other', text: t('new.size.other') }], options.size, (size) => change({ size })),
    options.size === 'other' && html('div.row',
      list(t('new.width'), sides, String(options.width), (value) => (options.width = Number(value))),
      list(t('new.height'), sides, String(options.height), (value) => (options.height = Number(value)))),
  ];
}

/** @param {GameOptions} options */
function times(options) {
  if (options.clock === 'none') return null;
  const { perMove, minutes, increment } = options;
  return html('div.row', ...(options.clock === 'move'
    ? [numeric(t('new.permove'), { value: perMove, least: 1, most: 3600 }, (value) => (options.perMove = value))]
    : [numeric(t('new.minutes'), { value: minutes, least: 0.5, most: 600, step: 0.5 }, (value) => (options.minutes = value)),
      numeric(t('new.increment'), { value: increment, least: 0, most: 600 }, (value) => (options.increment = value))]));
}

/** Choices labelled by messages. @param {string} field @param {string[]} values */
const named = (field, values) => values.map((value) => ({ value, text: t(`new.${field}.${value}`) }));
