// The tables of first moves and of the replies to one of them.

import { readBoard } from '../boards.js';
import { html } from '../svg.js';
import { sideName, t } from '../text.js';
import { button } from '../widgets.js';
import { count, time } from './format.js';

/** Rows of a table until the user wants all. */
const ROWS = 15;
/** Digits of the hash of a part. */
const DIGITS = 12;

/** @type {Record<Side, Side>} */
const OTHER = { white: 'black', black: 'white' };

/** Results that are not proven. @type {Set<string>} */
const ASSUMED = new Set(['assumed_win', 'assumed_loss']);

/**
 * @param {CampaignReport} report @param {Set<string>} opened @param {(play: string) => void} choose @param {() => void} again
 */
export function drawMoves(report, opened, choose, again) {
  const name = (/** @type {CampaignMove} */ { play, replies }) => {
    if (!replies) return play;
    const label = t('campaign.showreplies', { move: play });
    return html('button.move-name', { 'data-key': play, 'aria-label': label, 'aria-pressed': String(play === report.after), onclick: () => choose(play) }, play);
  };
  const table = { id: 'moves', caption: t('campaign.moves.caption'), moves: report.moves, mover: sideToMove(report), first: sideToMove(report), name, withReplies: true };
  return section('moves', t('campaign.moves'), report.moves.length > 0
    ? moveTable(table, opened, again)
    : [html('p', t('campaign.moves.none'))]);
}

/** @param {CampaignReport} report @param {Set<string>} opened @param {() => void} again */
export function drawReplies(report, opened, again) {
  const { after, moves } = report;
  if (after === null) return html('div');
  const replies = moves.find(({ play }) => play === after)?.reply ?? [];
  const name = (/** @type {CampaignMove} */ { play }) => play;
  const caption = t('campaign.replies.caption', { move: after });
  const table = { id: 'replies', caption, moves: replies, mover: OTHER[sideToMove(report)], first: sideToMove(report), name, withReplies: false };
  return section('replies', t('campaign.replies', { move: after }), replies.length > 0
    ? moveTable(table, opened, again)
    : [html('p', t('campaign.replies.none', { move: after }))]);
}

/** @param {CampaignReport} report @returns {Side} */
const sideToMove = ({ position }) => readBoard(position).toMove ?? 'white';

/** @param {string} id @param {string} title @param {Child[]} content */
function section(id, title, content) {
  return html('section.panel', { 'aria-labelledby': `heading-${id}` }, html('h2', { id: `heading-${id}` }, title), ...content);
}

/** @param {MoveTable} table @param {Set<string>} opened @param {() => void} again @returns {Child[]} */
function moveTable({ id, caption, moves, mover, first, name, withReplies }, opened, again) {
  const columns = ['move', 'result', 'proof', 'disproof', ...(withReplies ? ['replies'] : []), 'nodes', 'cpu', 'part'];
  const shown = opened.has(id) ? moves : moves.slice(0, ROWS);
  const body = shown.map((move) => {
    const { result, proof, disproof, replies, open_replies: open, nodes, cpu, part } = move;
    const isOpen = result === 'open';
    const isAssumed = ASSUMED.has(result);
    const winner = result === 'wins' || result === 'assumed_win' ? mover : OTHER[mover];
    // Colours are those of the tree.
    return html('tr', { class: isOpen ? 'open' : isAssumed ? 'assumed' : winner === first ? 'wins' : 'loses' },
      html('th', { scope: 'row' }, name(move)),
      html('td.result', t(`campaign.result.${result}`, { side: sideName(winner) })),
      html('td.figure', isOpen ? count(proof) : '–'),
      html('td.figure', isOpen ? count(disproof) : '–'),
      withReplies && html('td.figure', replies ? t('campaign.openreplies', { open: count(open), all: count(replies) }) : '–'),
      html('td.figure', count(nodes)),
      html('td.figure', time(cpu)),
      html('td', part ? html('code', { title: part }, part.slice(0, DIGITS)) : '–'));
  });
  const table = html('table', html('caption.unseen', caption),
    html('thead', html('tr', ...columns.map((column) => html('th', { scope: 'col' }, t(`campaign.column.${column}`))))),
    html('tbody', ...body));
  return [
    html('p.soft', summary(moves, mover)),
    html('div.scroll', { tabindex: 0, role: 'group', 'aria-label': caption, 'data-key': `scroll ${id}` }, table),
    moves.length > ROWS && moreButton(id, moves.length, opened, again),
  ];
}

/** @param {CampaignMove[]} moves @param {Side} mover */
function summary(moves, mover) {
  const of = (/** @type {string} */ wanted) => count(moves.filter(({ result }) => result === wanted).length);
  const words = t('campaign.count', { open: of('open'), wins: of('wins'), loses: of('loses'), mover: sideName(mover), other: sideName(OTHER[mover]) });
  const assumed = moves.filter(({ result }) => ASSUMED.has(result)).length;
  return assumed > 0 ? `${words} ${t('campaign.countassumed', { assumed: count(assumed) })}` : words;
}

/** @param {string} id @param {number} all @param {Set<string>} opened @param {() => void} again */
function moreButton(id, all, opened, again) {
  const isOpen = opened.has(id);
  const click = () => {
    if (isOpen) opened.delete(id);
    else opened.add(id);
    again();
  };
  const more = button({ text: isOpen ? t('campaign.few') : t('campaign.all', { count: count(all) }), click });
  more.setAttribute('data-key', `more ${id}`);
  return more;
}
