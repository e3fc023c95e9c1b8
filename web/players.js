// The two players, above and below the board: who sits there, whose turn it is, what the clock says.

import { clockText, timeLeft } from './clock.js';
import { byId, html, set, setText, svg } from './svg.js';
import { sideName, t } from './text.js';
import { nodeOf } from './tree.js';
import { state, watch } from './state.js';

/** Milliseconds between two looks at the clocks. */
const TICK = 100;

/** A clock with less than this, in milliseconds, is shown as short of time. */
const SHORT = 10_000;

export function mount() {
  const rows = { top: new Row(byId('player-top')), bottom: new Row(byId('player-bottom')) };
  const draw = () => {
    const below = state.settings.flip ? 'black' : 'white';
    rows.bottom.draw(below);
    rows.top.draw(below === 'white' ? 'black' : 'white');
  };
  watch(draw);
  setInterval(() => state.play.since !== null && draw(), TICK);
}

/** @param {Side} side */
function playerName(side) {
  const { play, game } = state;
  if (play.head === null) return game.names[side] || sideName(side);
  if (play[side] === 'engine') return t('player.engine', { level: play.level[side] });
  return play.white === play.black ? t('player.person') : t('player.you');
}

class Row {
  #crown = svg('svg.crown', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' });
  #piece = svg('g', svg('use', { href: '#crown' }));
  #name = html('span.player-name');
  #side = html('span.player-side');
  #turn = html('span.turn');
  #clock = html('span.clock', { role: 'timer' });
  #element;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    this.#crown.append(this.#piece);
    element.append(this.#crown, html('span.player-text', this.#name, this.#side), this.#turn, this.#clock);
  }

  /** @param {Side} side */
  draw(side) {
    const { play, game } = state;
    const node = nodeOf(game, play.head ?? state.current);
    const onMove = node.toMove === side && !play.result;
    set(this.#piece, 'class', `amazon ${side}`);
    setText(this.#name, playerName(side));
    setText(this.#side, play.head === null && !game.names[side] ? '' : sideName(side));
    const won = play.result?.winner === side;
    setText(this.#turn, won ? t('player.won') : onMove ? (play.thinking ? t('player.thinks') : t('player.turn')) : '');
    this.#element.classList.toggle('on-move', onMove);
    this.#element.classList.toggle('won', won);
    this.#element.classList.toggle('thinking', onMove && play.thinking);
    const shown = play.head !== null && play.clock.kind !== 'none';
    this.#clock.hidden = !shown;
    if (!shown) return setText(this.#clock, '');
    const left = timeLeft(side, performance.now());
    setText(this.#clock, clockText(left));
    set(this.#clock, 'aria-label', t('player.clock', { side: sideName(side) }));
    this.#clock.classList.toggle('short', left < SHORT);
  }
}
