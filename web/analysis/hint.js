// A hint in three stages: the amazon, her destination, the arrow. Uses the result of live analysis if there is one,
// else a short search.

import { moveParts } from '../boards.js';
import { currentBoard, setOverlays, state, update } from '../state.js';
import { html, set, setText } from '../svg.js';
import { t } from '../text.js';
import { askAndStore, jobAbout, problemOf } from './job.js';
import { section } from './part.js';

/** Search time, in seconds. */
const TIME = 1.5;
const STAGES = 3;

/** @returns the hint about the shown position */
function hintOf() {
  const hint = state.panes.hint;
  return hint && hint.board === currentBoard() ? hint : null;
}

/** The hint as a part of the Analyse pane. */
export function hint() {
  const { element, draw } = hintLine('hint.ask.0');
  return { element: section('hint-part', 'hint', element), draw };
}

/** A button that asks for the next stage, and the hint in words. @param {string} first message key of the first stage */
export function hintLine(first) {
  const button = html('button.button', { onclick: () => void advanceHint() });
  const words = html('p.hint-words', { role: 'status' });
  return {
    element: html('div.row.hint-line', button, words),
    draw() {
      const given = hintOf();
      const stage = given?.stage ?? 0;
      const isAsking = jobAbout('best', currentBoard()) !== null && given !== null && given.move === null;
      setText(button, stage >= STAGES ? t('hint.hide') : t(stage === 0 ? first : `hint.ask.${stage}`));
      set(button, 'aria-disabled', isAsking || state.play.thinking ? 'true' : null);
      setText(words, hintWords(given, isAsking));
      clearStaleHint();
    },
  };
}

/** @param {Hint | null} given @param {boolean} isAsking */
function hintWords(given, isAsking) {
  if (!given) return '';
  if (given.problem) return given.problem;
  if (!given.move) return isAsking ? t('hint.thinking') : '';
  return t(`hint.${given.stage}`, moveParts(given.move));
}

export async function advanceHint() {
  if (state.play.thinking) return;
  const board = currentBoard();
  const given = hintOf();
  if (given?.move) {
    const stage = given.stage >= STAGES ? 0 : given.stage + 1;
    setHint(stage === 0 ? null : { ...given, stage });
    return;
  }
  setHint({ board, stage: 0, move: null, problem: '' });
  const report = await bestOf(board);
  if (currentBoard() !== board) return;
  if (report === undefined) return setHint({ board, stage: 0, move: null, problem: problemOf('hint', board)?.words ?? '' });
  setHint(report && { board, stage: report.move ? 1 : 0, move: report.move, problem: report.move ? '' : t('live.over') });
}

/** @param {string} board @returns {Promise<BestReport | null | undefined>} as `inquire` */
async function bestOf(board) {
  const { best, hint } = state.answers[board] ?? {};
  if (best && (best.seconds >= TIME / 2 || !best.move)) return best;
  return hint ?? askAndStore('best', board, { time: TIME, no_book: true }, 'hint');
}

/** @param {Hint | null} given */
function setHint(given) {
  update(() => (state.panes.hint = given));
  const { move, stage } = given ?? { move: null, stage: 0 };
  if (!move) return setOverlays('hint', []);
  const { from, to } = moveParts(move);
  /** @type {Drawing[]} */
  const marks = [from, to].slice(0, stage).map((square, index) => ({ kind: 'mark', square, label: String(index + 1), tone: 'info' }));
  setOverlays('hint', stage === STAGES ? [{ kind: 'arrow', move, strength: 0.8 }] : marks);
}

/** Removes the hint of another position. */
function clearStaleHint() {
  if (state.overlays.some(({ owner }) => owner === 'hint') && !hintOf()) setOverlays('hint', []);
}
