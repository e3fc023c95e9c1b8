// The question, the answer so far, and the figures of the campaign.

import { readBoard, squareAt } from '../boards.js';
import { definitions, drawPiece } from '../pieces.js';
import { html, svg } from '../svg.js';
import { number, percent, sideName, t } from '../text.js';
import { bytes, count, time } from './format.js';

/** Length of a square of the drawing; pieces are drawn for 40. */
const SQUARE = 40;

/** @param {CampaignReport} report */
export function drawHead(report) {
  const { toMove } = readBoard(report.position);
  return html('section.panel.campaign-head', { 'aria-labelledby': 'question' },
    drawBoard(report.position),
    html('div.campaign-answer',
      html('p.soft', { id: 'question' }, [t('campaign.question'), toMove ? t('campaign.turn', { side: sideName(toMove) }) : ''].join(' ')),
      html('h2.headline', answer(report)),
      report.assumed > 0 && html('p', t(report.winner === null ? 'campaign.assumed' : 'campaign.unneeded', { assumed: count(report.assumed) })),
      report.winner === null && report.winner_if_assumed === null && html('p', t('campaign.numbers', { proof: count(report.proof), disproof: count(report.disproof) })),
      figures(report)));
}

/** Since when the state is true, and whether the campaign goes on. @param {CampaignReport} report */
export function ageWords({ complete, running, seconds }) {
  if (complete && !running) return '';
  const state = t(running ? 'campaign.state.running' : 'campaign.state.stopped');
  return t('campaign.state.age', { state, time: time(seconds) });
}

/** @param {CampaignReport} report */
function answer({ winner, winner_if_assumed: assumed, complete }) {
  if (assumed !== null) return t('campaign.ifassumed', { side: sideName(assumed) });
  if (winner === null) return t('campaign.open');
  return t(complete ? 'campaign.proven' : 'campaign.won', { side: sideName(winner) });
}

/** @param {CampaignReport} report */
function figures(report) {
  const { open_jobs: open, proven_jobs: proven, jobs_out: out, nodes, repeated_nodes: repeated, cpu, situations, lemmas, claims, part_bytes: size, estimate } = report;
  const share = percent(nodes > 0 ? repeated / nodes : 0);
  /** @type {[string, string][]} */
  const rows = [
    [t('campaign.figure.jobs'), t('campaign.figure.split', { open: count(open), proven: count(proven), out: count(out) })],
    [t('campaign.figure.nodes'), repeated > 0 ? t('campaign.figure.repeated', { nodes: count(nodes), share }) : count(nodes)],
    [t('campaign.figure.cpu'), time(cpu)],
    [t('campaign.figure.tree'), count(situations)],
    [t('campaign.figure.lemmas'), count(lemmas)],
    [t('campaign.figure.proof'), t('campaign.figure.parts', { claims: count(claims), bytes: bytes(size) })],
  ];
  if (estimate) {
    const nodes = (/** @type {number} */ value) => number(value, { notation: 'compact', maximumSignificantDigits: 2 });
    const values = {
      nodes: nodes(estimate.nodes), low: nodes(estimate.low), high: nodes(estimate.high), time: time(estimate.cpu),
      side: sideName(estimate.winner), open: count(estimate.open), all: count(estimate.replies),
    };
    rows.push([t('campaign.figure.left'), t(estimate.is_lower_bound ? 'campaign.figure.least' : 'campaign.figure.about', values)]);
  }
  return html('dl.figures', { 'aria-label': t('campaign.figure') }, ...rows.flatMap(([name, value]) => [html('dt', name), html('dd', value)]));
}

/** The position. @param {string} position */
function drawBoard(position) {
  const { width, height, squares } = readBoard(position);
  const box = `0 0 ${width * SQUARE} ${height * SQUARE}`;
  const drawing = svg('svg.campaign-board', { viewBox: box, role: 'img', 'aria-label': position }, definitions());
  for (const [name, piece] of Object.entries(squares)) {
    const { column, row } = squareAt(name);
    const at = { x: column * SQUARE, y: (height - 1 - row) * SQUARE };
    drawing.append(svg('rect', { class: (column + row) % 2 ? 'light' : 'dark', ...at, width: SQUARE, height: SQUARE }));
    if (piece !== '.') drawing.append(svg('g', { transform: `translate(${at.x + SQUARE / 2} ${at.y + SQUARE / 2})` }, drawPiece(piece)));
  }
  return drawing;
}
