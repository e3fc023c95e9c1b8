// The opening explorer of the Analyse pane: the moves of the book with the engine's chances, and on small boards what is
// proven about each move.

import { askAndStore, cancel, jobAbout, problemOf } from '../analysis/job.js';
import { refill, section, show, showOne, textButton } from '../analysis/part.js';
import { ask, isGone } from '../api.js';
import { boardFacts, readBoard } from '../boards.js';
import { currentBoard, state, storeAnswer, subscribe } from '../state.js';
import { html, set, setText } from '../svg.js';
import { amount, percent, t } from '../text.js';
import { badge } from '../theory/badge.js';
import { chip } from '../theory/chips.js';

/** Most squares of a board whose moves are solved, and time for that in seconds. */
const SMALL = 30;
const SECONDS = 120;
/** Rows shown at first. */
const SHOWN = 12;

/** Asks for the book when a position is analysed. */
export function followOpenings() {
  const asked = new Set();
  subscribe(() => {
    const board = currentBoard();
    if (state.tab !== 'analyse' || state.editor || asked.has(board) || !isOpening(board)) return;
    asked.add(board);
    ask('openings', { position: board }).then((report) => storeAnswer(board, 'openings', report), (error) => {
      if (isGone(error)) asked.delete(board);
    });
  });
}

/** @param {string} board */
const squaresOf = (board) => {
  const { width, height } = readBoard(board);
  return width * height;
};

/** True if a side can move, and the board is small or has a book. @param {string} board */
const isOpening = (board) => boardFacts(board).canMove;

export function openings() {
  const status = html('p.faint', { role: 'status' });
  const head = html('tr', ...['move', 'chance', 'positions', 'proven'].map((name) => html('th', { scope: 'col' }, t(`openings.${name}`))));
  const body = html('tbody');
  const table = html('table.openings', html('caption.unseen', t('openings.caption')), html('thead', head), body);
  const solveAll = textButton('openings.solve', () => void askAndStore('solve', currentBoard(), { all_moves: true, time: SECONDS }, 'judged'));
  const stop = textButton('openings.stop', () => cancel());
  const element = section('openings-part', 'openings', status, table, html('div.row', solveAll, stop));
  let isLong = '';
  return {
    element,
    draw() {
      const board = currentBoard();
      const report = state.answers[board]?.openings;
      const judged = state.answers[board]?.judged;
      const isSmall = squaresOf(board) <= SMALL;
      show(element, boardFacts(board).canMove && (isSmall || Boolean(report?.moves.length)));
      const rows = merged(report, judged);
      const job = jobAbout('solve', board);
      setText(status, statusWords(board, rows.length, report, judged, isSmall));
      show(table, rows.length > 0);
      table.classList.toggle('bookless', report?.book === 0);
      const isWhole = isLong === board;
      refill(body, `${state.settings.language} ${board} ${isWhole} ${JSON.stringify(rows)}`, () => {
        const shown = isWhole ? rows : rows.slice(0, SHOWN);
        return [...shown.map(row), rows.length > shown.length && more(rows.length - shown.length)];
      });
      const isOpen = isSmall && (!judged || judged.moves?.some(({ result }) => result === 'unknown')) && !(report && isDecided(report));
      showOne([solveAll, stop], job ? stop : isOpen ? solveAll : null);
      set(solveAll, 'disabled', state.play.thinking);
    },
  };

  /** @param {number} count */
  function more(count) {
    const reveal = html('button.chip.more', { onclick: () => {
      isLong = currentBoard();
      storeAnswer(isLong, 'openings', { ...state.answers[isLong]?.openings });
    } }, t(`openings.more.${amount(count)}`, { count }));
    return html('tr', html('td', { colspan: 4 }, reveal));
  }
}

/** True if every move has a proven result. @param {OpeningsReport} report */
const isDecided = ({ moves, count }) => moves.length === count && moves.every(({ result }) => result !== null);

/**
 * The moves of the book and those that the solver has judged, wins first.
 * @param {OpeningsReport | undefined} report @param {JudgedReport | undefined} judged @returns {OpeningMove[]}
 */
function merged(report, judged) {
  const rows = new Map((report?.moves ?? []).map((known) => [known.move, known]));
  for (const { move, result } of judged?.moves ?? []) {
    if (result === 'unknown') continue;
    const known = rows.get(move) ?? { move, chosen: false, chance: null, positions: 0, result: null };
    rows.set(move, { ...known, result });
  }
  const rank = (/** @type {OpeningMove} */ { chosen, result, chance }) => (result === 'win' ? 4 : 0) + (chosen ? 2 : 0) + (chance ?? 0) - (result === 'loss' ? 4 : 0);
  return [...rows.values()].sort((a, b) => rank(b) - rank(a) || (a.move < b.move ? -1 : 1));
}

/** @param {string} board @param {number} count @param {OpeningsReport | undefined} report @param {JudgedReport | undefined} judged @param {boolean} isSmall */
function statusWords(board, count, report, judged, isSmall) {
  const job = jobAbout('solve', board);
  if (job) return job.place !== null ? t('waiting', { place: job.place }) : t('openings.working');
  const problem = problemOf('judged', board);
  if (problem) return problem.words;
  if (!report) return t('openings.looking');
  const open = judged?.moves?.filter(({ result }) => result === 'unknown').length ?? 0;
  if (open > 0) return t('openings.open', { count: open });
  if (count === 0) return t('openings.none');
  return t(report.book > 0 ? 'openings.book' : isSmall ? 'openings.small' : 'openings.none', { count: report.book });
}

/** @param {OpeningMove} opening */
function row({ move, chosen, chance, positions, result }) {
  return html('tr', { class: chosen ? 'chosen' : null },
    html('td', chip(move), chosen && html('span.remark', ` ${t('openings.chosen')}`)),
    html('td.figure', chance === null ? '–' : percent(chance)),
    html('td.figure', positions === 0 ? '–' : String(positions)),
    html('td', result === null ? t('openings.unknown') : t(`proven.${result}`), result !== null && ' ', result !== null && badge('proven')));
}
