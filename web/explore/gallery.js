// The gallery of the theory: small boards with their facts, which the server computes. A click opens a board in Theory.

import { get } from '../api.js';
import { longValue } from '../theory/facts.js';
import { withMinus } from '../theory/dyadic.js';
import { pretty } from '../theory/notation.js';
import { thermograph } from '../theory/thermograph.js';
import { attempt } from '../play.js';
import { openText } from '../record.js';
import { setTab } from '../state.js';
import { html } from '../svg.js';
import { sideName, t } from '../text.js';
import { button, choice, openDialog } from '../widgets.js';
import { smallBoard, smallGraph } from './drawing.js';

const CHAPTERS = ['graphs', 'defects', 'zugzwangs', 'values'];

/** The chapter with more graphs, shown on request. */
const MORE_GRAPHS = 'large-graphs';

/** Chapters by name: the server makes each once, and so does the page. @type {Map<string, Promise<GalleryReport>>} */
const chapters = new Map();

/** @param {string} name @returns {Promise<GalleryReport>} */
function chapter(name) {
  const known = chapters.get(name) ?? get(`gallery/${name}`);
  chapters.set(name, known);
  known.catch(() => chapters.delete(name));
  return known;
}

export function openGallery() {
  const words = html('p');
  const status = html('p.faint', { role: 'status' });
  const content = html('div.gallery-groups');
  let shown = '';
  const problem = (/** @type {string} */ text) => (status.textContent = text);
  const show = (/** @type {string} */ name) => attempt(async () => {
    shown = name;
    words.textContent = t(`explore.chapter.${name}.text`);
    content.replaceChildren();
    problem(t('explore.loading'));
    const { groups } = await chapter(name);
    if (shown !== name) return;
    problem('');
    content.replaceChildren(...groups.map((group) => section(group, open)), ...(name === 'graphs' ? [moreGraphs()] : []));
  }, problem);
  const moreGraphs = () => {
    const more = button({ text: t('explore.more'), click: () => void attempt(async () => {
      more.disabled = true;
      problem(t('explore.loading'));
      const { groups } = await chapter(MORE_GRAPHS);
      problem('');
      const made = groups.map((group) => section(group, open));
      more.replaceWith(...made);
      /** @type {HTMLElement | null | undefined} */ (made[0]?.querySelector('button'))?.focus();
    }, problem) });
    return more;
  };
  const open = (/** @type {Exhibit} */ exhibit) => attempt(async () => {
    await openText(boardToOpen(exhibit));
    dialog.close();
    setTab('theory');
  }, problem);
  const options = CHAPTERS.map((value) => ({ value, text: t(`explore.chapter.${value}`) }));
  const dialog = openDialog(t('menu.explore'), [choice('gallery-chapter', t('explore.chapters'), options, 'graphs', (name) => void show(name)), words, status, content]);
  dialog.classList.add('gallery');
  void show('graphs');
}

/** A text that can be opened: with an amazon on a graph, and the side to move. @param {Exhibit} exhibit */
function boardToOpen({ board, value }) {
  const text = value === undefined ? firstAmazon(board) : board;
  return `${text} ${text.includes('w') ? 'w' : 'b'}`;
}

/** @param {string} board */
const firstAmazon = (board) => board.replace('.', 'w');

/** @param {ExhibitGroup} group @param {(exhibit: Exhibit) => void} open */
function section({ name, figure, exhibits }, open) {
  const id = `gallery-${name}`;
  return html('section.gallery-group', { 'aria-labelledby': id },
    html('h3', { id }, t(`explore.group.${name}`), figure !== null && html('span.faint', ` · ${t(figure.startsWith('Figs') ? 'explore.figure.more' : 'explore.figure.one', { figure: figure.replace(/^Figs?\. /, '').replace('and', t('explore.and')) })}`)),
    html('p.faint', t(`explore.group.${name}.text`)),
    html('ul.exhibits', ...exhibits.map((exhibit) => card(exhibit, open))));
}

/** @param {Exhibit} exhibit @param {(exhibit: Exhibit) => void} open */
function card(exhibit, open) {
  const { board, lines, value, boards } = exhibit;
  const isGraph = value === undefined;
  return html('li.exhibit',
    html('button.exhibit-open', { title: t('explore.open'), onclick: () => void open(exhibit) },
      isGraph ? smallGraph(board, lines) : smallBoard(board), html('span.unseen', t('explore.open'))),
    !isGraph && html('p.value-line', longValue(value)),
    ...facts(exhibit).map((words) => html('p.exhibit-fact', words)),
    boards !== null && html('p.exhibit-fact.faint', t('explore.boards', { count: boards })),
    !isGraph && graphOf(exhibit));
}

/** @param {Exhibit} exhibit @returns {string[]} */
function facts({ defects, moves, zugzwang, mean, temperature, value }) {
  if (zugzwang) {
    const game = `{${zugzwang.left.map(pretty).join(', ')} | ${zugzwang.right.map(pretty).join(', ')}}`;
    const scores = t('explore.scores', { black: sideName('black'), first: withMinus(zugzwang.black_first), white: sideName('white'), second: withMinus(zugzwang.white_first) });
    return [`= ${game}`, scores, t('explore.cost', { cost: zugzwang.cost })];
  }
  if (defects !== null && moves !== null) return [t('explore.filled', { moves, empty: moves + defects }), t('explore.defects', { count: defects })];
  return value === undefined || mean === value ? [] : [t('explore.mean', { mean: withMinus(mean ?? ''), temperature: withMinus(temperature ?? '') })];
}

/** The thermograph, drawn when it is opened. @param {Exhibit} exhibit */
function graphOf(exhibit) {
  const frame = html('div.thermograph-frame');
  const details = html('details.exhibit-graph', html('summary', t('explore.thermograph')), frame);
  details.addEventListener('toggle', () => {
    if (details.open && !frame.firstChild) frame.append(thermograph(/** @type {Facts} */ (/** @type {unknown} */ (exhibit)), exhibit.board));
  });
  return details;
}
