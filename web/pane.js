// The Play pane: headline, advice, the buttons of a running game, and a field for typed moves in any notation.

import { hintLine } from './analysis/hint.js';
import { refill, show } from './analysis/part.js';
import { describeResult } from './announce.js';
import { ask } from './api.js';
import { afterMove, boardFacts } from './boards.js';
import { card, reviewAtEnd } from './card.js';
import { countNow, declineCount, offeredCount } from './finish.js';
import { finished, openCourse } from './learn/course.js';
import { STEPS } from './learn/steps.js';
import { fetchMoves, listMoves } from './legal.js';
import { openNewGameDialog } from './newgame.js';
import { openPuzzles } from './puzzles/exercise.js';
import { atHead, attempt, beginGame, humanSide, isEngineAlone, mayMove, playFrom, playMove, rematch, resign, setPaused, shownWinner } from './play.js';
import { changePlay, currentLegal, currentNode, goTo, nodeAt, state, watch } from './state.js';
import { html, set, setText } from './svg.js';
import { byMargin, sideName, t } from './text.js';
import { ROOT } from './tree.js';
import { button, levels, openDialog } from './widgets.js';

/** @param {HTMLElement} element */
export function mount(element) {
  const headline = html('h2.headline');
  const advice = html('p.advice');
  const actions = html('div.actions');
  const options = html('div.row');
  const problem = html('p.problem', { role: 'alert', id: 'typed-problem' });
  const complain = (/** @type {string} */ words) => {
    setText(problem, words);
    set(input, 'aria-invalid', words ? 'true' : null);
  };
  const input = html('input', { type: 'text', id: 'typed-move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'd1-d7xg7',
    'aria-describedby': 'typed-problem', oninput: () => complain('') });
  const label = html('label', { for: 'typed-move' });
  const send = html('button.button.plain', { type: 'submit' });
  const form = html('form.typed', { onsubmit: (event) => {
    event.preventDefault();
    void attempt(async () => {
      await typeMove(input.value);
      input.value = '';
      complain('');
    }, complain);
  } }, label, html('div.row', input, send), problem);
  const count = html('section.count', { role: 'status' });
  const end = card();
  const hint = hintLine('hint');
  const invite = html('section.invite');
  element.append(headline, advice, invite, count, html('div.play-actions', hint.element, actions), end.element, options, form);
  reviewAtEnd();
  let drawn = '';
  watch(() => {
    setText(headline, headlineOf());
    if (!state.lesson && !state.puzzle) document.title = `${headlineOf()} · Otrera`;
    setText(advice, adviceOf());
    drawInvite(invite);
    drawCount(count);
    end.draw();
    drawHint(hint);
    setText(label, t('keys.type'));
    setText(send, t('play.send'));
    const key = keyOf();
    if (key === drawn) return;
    drawn = key;
    const focused = document.activeElement instanceof HTMLElement && actions.contains(document.activeElement) ? document.activeElement.textContent : null;
    actions.replaceChildren(...buttonsOf());
    if (focused) /** @type {HTMLElement | undefined} */ ([...actions.children].find((child) => child.textContent === focused) ?? actions.children[0])?.focus();
    options.replaceChildren(...levelsOf());
  });
}

/** Everything the buttons depend on, as a text. */
function keyOf() {
  const { play, current, settings } = state;
  return JSON.stringify([boardFacts(currentNode().board).canMove, play.head === null, play.head === current, play.paused, play.result, play.white, play.black, play.level, settings.language]);
}

function headlineOf() {
  const { play } = state;
  if (play.head === null) {
    const winner = shownWinner();
    return winner ? t('play.won', { side: sideName(winner) }) : t('play.turn', { side: sideName(currentNode().toMove) });
  }
  if (play.result) {
    const human = humanSide();
    if (human) return t(play.result.winner === human ? 'play.youwon' : 'play.youlost');
    return t('play.won', { side: sideName(play.result.winner) });
  }
  const { board, toMove: side } = nodeAt(play.head);
  if (play.paused) return t('play.paused');
  if (play[side] === 'engine') return t('play.thinks', { side: sideName(side) });
  // Without known legal moves the game may be over.
  return humanSide() && state.legal[board] ? t('play.yours') : t('play.turn', { side: sideName(side) });
}

function adviceOf() {
  const { play, picked } = state;
  if (!atHead() && play.head !== null) return t(play.since === null ? 'advice.away' : 'advice.clock');
  if (play.result) return describeResult(play.result);
  if (!boardFacts(currentNode().board).canMove) return t('advice.nomoves', { side: sideName(currentNode().toMove) });
  if (play.head === null && shownWinner()) return t('advice.recorded', { result: state.game.names.result ?? '' });
  if (!mayMove()) return t(play.white === play.black ? 'advice.watch' : 'advice.wait');
  if (picked.to) return t('advice.shoot');
  if (picked.from) return t('advice.go');
  return t(play.head === null ? 'advice.free' : 'advice.pick');
}

function buttonsOf() {
  const { play } = state;
  const { head, paused, result } = play;
  const { canMove } = boardFacts(currentNode().board);
  if (head === null) return canMove ? [button({ icon: 'go', text: t('play.here'), kind: 'primary', click: () => openNewGameDialog('here') })] : [];
  const buttons = [];
  if (!atHead()) {
    buttons.push(button({ icon: 'go', text: t('play.return'), kind: 'primary', click: () => goTo(head) }),
      ...(canMove ? [button({ text: t('play.here'), click: () => playFrom(state.current) })] : []));
  } else if (result) {
    const again = () => void attempt(() => beginGame(nodeAt(ROOT).board, { ...play, names: state.game.names }));
    buttons.push(button({ icon: 'plus', text: t('play.again'), kind: 'primary', click: again }));
    if (humanSide()) buttons.push(button({ text: t('play.rematch'), click: () => void attempt(rematch) }));
  }
  if (result) return buttons;
  buttons.push(isEngineAlone()
    ? button({ icon: paused ? 'go' : 'pause', text: t(paused ? 'play.continue' : 'play.pause'), click: () => setPaused(!paused) })
    : button({ icon: 'flag', text: t('play.resign'), click: confirmResign }));
  return buttons;
}

/** Invites to the course and the puzzles until a game has begun. @param {HTMLElement} element */
function drawInvite(element) {
  const isLearnt = finished().length >= STEPS.length;
  show(element, state.game.nodes.size < 2 && !state.play.result && offeredCount() === null);
  refill(element, `${state.settings.language} ${isLearnt}`, () => [
    html('p', t(isLearnt ? 'puzzles.invite' : 'learn.invite')),
    !isLearnt && button({ icon: 'learn', text: t('learn.begin'), click: openCourse }),
    button({ icon: 'puzzle', text: t('puzzles.begin'), click: () => void openPuzzles() })]);
}

/** Offers a hint while the user may move. @param {{element: HTMLElement, draw: () => void}} line */
function drawHint(line) {
  const isSeen = mayMove() && !state.lesson && state.legal[currentNode().board]?.size !== 0 && (state.play.head !== null || !shownWinner());
  show(line.element, isSeen);
  if (isSeen && state.tab === 'play') line.draw();
}

/** Offers to count a decided game. @param {HTMLElement} element */
function drawCount(element) {
  const known = offeredCount();
  show(element, known !== null);
  refill(element, JSON.stringify([known?.winner, known?.margin, state.settings.language]), () => known ? [
    html('p', t('count.words', { side: sideName(known.winner), by: byMargin(known.margin) })),
    html('div.actions',
      button({ icon: 'flag', text: t('count.now'), kind: 'primary', click: countNow }),
      button({ text: t('count.later'), click: declineCount }))] : []);
}

function confirmResign() {
  const dialog = openDialog(t('resign.title'), [html('div.actions.end',
    button({ text: t('resign.no'), click: () => dialog.close() }),
    button({ icon: 'flag', text: t('resign.yes'), kind: 'primary', click: () => {
      dialog.close();
      resign();
    } }))]);
}

/** Level lists; levels may change during a game. */
function levelsOf() {
  const { play } = state;
  /** @type {Side[]} */
  const sides = ['white', 'black'];
  return sides.filter((side) => play.head !== null && play[side] === 'engine').map((side) =>
    levels(side, play.level[side], (level) => changePlay(() => (play.level = { ...play.level, [side]: level }))));
}

/**
 * Plays a typed move. Other notations than Otrera's own go to the server; the board it returns identifies the move.
 * @param {string} text
 */
async function typeMove(text) {
  const typed = text.trim();
  if (!typed) return;
  const { board } = currentNode();
  // Typing can be faster than the server.
  await fetchMoves(board);
  if (!mayMove() || currentNode().board !== board) throw new Error(t('advice.wait'));
  const moves = listMoves(currentLegal() ?? new Map());
  if (moves.includes(typed.toLowerCase())) return playMove(typed.toLowerCase());
  const answer = await ask('moves', { position: board, play: typed });
  const move = moves.find((one) => afterMove(board, one) === answer.board);
  if (move === undefined) throw new Error(t('play.unclear'));
  playMove(move);
}
