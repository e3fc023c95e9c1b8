// The two players above and below the board: name, turn, clock.

import { clockText, timeLeft } from './clock.js';
import { shownWinner } from './play.js';
import { nodeAt, state, watch } from './state.js';
import { byId, html, set, setText, svg } from './svg.js';
import { sideName, t } from './text.js';

/** Interval between redraws of running clocks, in milliseconds. */
const TICK = 100;

/** Remaining time below which a clock is highlighted, in milliseconds. */
const SHORT = 10_000;

export function mount() {
  const [above, below] = [row(byId('player-top')), row(byId('player-bottom'))];
  const draw = () => {
    above(state.settings.flip ? 'white' : 'black');
    below(state.settings.flip ? 'black' : 'white');
  };
  watch(draw);
  setInterval(() => state.play.since !== null && draw(), TICK);
}

/** @param {Side} side */
function playerName(side) {
  const { play, game, settings } = state;
  if (play.head === null) return game.names[side] || sideName(side);
  if (play[side] === 'engine') return t('player.engine', { level: play.level[side] });
  return play.white === play.black ? game.names[side] || t('player.person') : settings.name || t('player.you');
}

/** @param {HTMLElement} element @returns {(side: Side) => void} draws a side there */
function row(element) {
  const piece = svg('g', svg('use', { href: '#amazon' }));
  const name = html('span.player-name');
  const sided = html('span.player-side');
  const turn = html('span.turn');
  const clock = html('span.clock', { role: 'timer' });
  element.append(svg('svg.portrait', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' }, piece), html('span.player-text', name, sided), turn, clock);
  return (side) => {
    const { play, game } = state;
    const winner = play.head === null ? shownWinner() : play.result?.winner ?? null;
    const onMove = nodeAt(play.head ?? state.current).toMove === side && winner === null;
    const won = winner === side;
    set(piece, 'class', `amazon ${side}`);
    setText(name, playerName(side));
    setText(sided, play.head === null && !game.names[side] ? '' : sideName(side));
    setText(turn, won ? t('player.won') : onMove ? t(play.thinking ? 'player.thinks' : 'player.turn') : '');
    element.classList.toggle('on-move', onMove);
    element.classList.toggle('thinking', onMove && play.thinking);
    clock.hidden = play.head === null || play.clock.kind === 'none';
    if (clock.hidden) return setText(clock, '');
    const left = timeLeft(side, performance.now());
    setText(clock, clockText(left));
    set(clock, 'aria-label', t('player.clock', { side: sideName(side) }));
    clock.classList.toggle('short', left < SHORT);
  };
}
