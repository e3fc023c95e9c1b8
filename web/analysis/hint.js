// A hint in stages, so that whoever only wants a nudge gets no more: first which amazon, then where she goes, then where
// she shoots. What live analysis knows already is used; else the engine is asked for a moment.

import { moveParts } from '../boards.js';
import { currentBoard, setOverlays } from '../state.js';
import { html, set, setText } from '../svg.js';
import { t } from '../text.js';
import { inquire, jobAbout, problemOf } from './job.js';
import { section } from './part.js';

/** Seconds that the engine gets for a hint. */
const TIME = 1.5;
/** How many stages there are. */
const STAGES = 3;

/** @param {State} state @returns {Hint | null} the hint about the shown position */
function hintOf(state) {
  const hint = state.panes.hint;
  return hint && hint.board === currentBoard(state) ? hint : null;
}

/** @param {Store} store @returns {Part} */
export function hint(store) {
  const button = html('button', { type: 'button', class: 'button', onclick: () => void more(store) });
  const words = html('p', { class: 'hint-words', role: 'status' });
  return {
    element: section('hint-part', 'analysis.hint', html('div', { class: 'row' }, button, words)),
    draw(state) {
      const given = hintOf(state);
      const stage = given?.stage ?? 0;
      const isAsking = jobAbout(state, 'best', currentBoard(state)) !== null && given !== null && given.move === null;
      setText(button, t(`analysis.hint.ask.${stage >= STAGES ? 0 : stage}`));
      set(button, 'aria-disabled', isAsking || state.play.thinking ? 'true' : null);
      setText(words, hintWords(given, isAsking));
      if (stage >= STAGES) setText(button, t('analysis.hint.hide'));
      forget(store);
    },
  };
}

/** @param {Hint | null} given @param {boolean} isAsking */
function hintWords(given, isAsking) {
  if (!given) return '';
  if (given.problem) return given.problem;
  if (!given.move) return isAsking ? t('analysis.hint.thinking') : '';
  return t(`analysis.hint.${given.stage}`, moveParts(given.move));
}

/**
 * The next stage; after the last one, none.
 * @param {Store} store
 */
export async function more(store) {
  if (store.state.play.thinking) return;
  const board = currentBoard(store.state);
  const given = hintOf(store.state);
  if (given?.move) {
    const stage = given.stage >= STAGES ? 0 : given.stage + 1;
    tell(store, stage === 0 ? null : { ...given, stage });
    return;
  }
  tell(store, { board, stage: 0, move: null, problem: '' });
  const report = await bestOf(store, board);
  if (currentBoard(store.state) !== board) return;
  if (report === undefined) return tell(store, { board, stage: 0, move: null, problem: problemOf(store.state, 'hint', board)?.words ?? '' });
  tell(store, report && { board, stage: report.move ? 1 : 0, move: report.move, problem: report.move ? '' : t('analysis.live.over') });
}

/** @param {Store} store @param {string} board @returns {Promise<BestReport | null | undefined>} as `inquire` */
async function bestOf(store, board) {
  const { best, hint } = store.state.answers[board] ?? {};
  if (best && (best.seconds >= TIME / 2 || !best.move)) return best;
  return hint ?? inquire(store, 'best', board, { time: TIME, no_book: true }, 'hint');
}

/**
 * Keeps a hint and draws as much of it as was asked for.
 * @param {Store} store
 * @param {Hint | null} given
 */
function tell(store, given) {
  store.update((state) => void (state.panes.hint = given));
  if (!given?.move || given.stage === 0) return setOverlays(store, 'hint', []);
  const { from, to } = moveParts(given.move);
  if (given.stage === 1) return setOverlays(store, 'hint', [{ kind: 'mark', square: from, label: '1', tone: 'info' }]);
  if (given.stage === 2) {
    return setOverlays(store, 'hint', [{ kind: 'mark', square: from, label: '1', tone: 'info' }, { kind: 'mark', square: to, label: '2', tone: 'info' }]);
  }
  return setOverlays(store, 'hint', [{ kind: 'arrow', move: given.move, strength: 0.8 }]);
}

/**
 * A hint goes away with its position.
 * @param {Store} store
 */
function forget(store) {
  const { state } = store;
  if (state.overlays.some(({ owner }) => owner === 'hint') && !hintOf(state)) setOverlays(store, 'hint', []);
}
