// Heat maps from the distances of the evaluation (docs/internals/evaluation.md): for each square a value from -1
// (Black's) to 1 (White's), and a label, so that no map relies on shade alone.

import { squareName } from '../boards.js';

/** @type {MapName[]} */
export const MAPS = ['none', 'territory', 'queen', 'king', 'white-queen', 'black-queen', 'white-king', 'black-king'];

/** Distance of an unreachable square. */
const FAR = 6;

/** @param {MapName} name @param {ShowReport} report */
export function heat(name, report) {
  const { evaluation, height, areas } = report;
  if (name === 'none' || !evaluation) return {};
  if (name === 'territory') return territory(areas);
  const [side, moves] = name.includes('-') ? name.split('-') : [null, name];
  const distances = moves === 'queen' ? evaluation.queen_distances : evaluation.king_distances;
  if (side === null) return nearer(distances.white, distances.black, height);
  return side === 'white' ? distance(distances.white, height, 1) : distance(distances.black, height, -1);
}

/**
 * The nearer side, labelled with both distances, White's first as on the command line.
 * @param {Grid} white @param {Grid} black @param {number} height
 */
function nearer(white, black, height) {
  /** @type {Heat} */
  const all = {};
  white.forEach((row, line) => row.forEach((ours, column) => {
    const theirs = black[line]?.[column] ?? null;
    if (ours === null && theirs === null) return;
    const lead = (theirs ?? FAR) - (ours ?? FAR);
    const value = lead === 0 ? 0 : Math.sign(lead) * Math.min(1, 0.75 + 0.1 * Math.abs(lead));
    all[squareName(column, height - 1 - line)] = { value, label: `${ours ?? '–'}/${theirs ?? '–'}` };
  }));
  return all;
}

/** Distances of one side; nearer squares have larger values. @param {Grid} grid @param {number} height @param {1 | -1} sign */
function distance(grid, height, sign) {
  /** @type {Heat} */
  const all = {};
  grid.forEach((row, line) => row.forEach((moves, column) => {
    if (moves === null) return;
    all[squareName(column, height - 1 - line)] = { value: sign * Math.max(0.45, 1.15 - moves * 0.15), label: String(moves) };
  }));
  return all;
}

/** @param {ShowReport['areas']} areas */
function territory(areas) {
  /** @type {Heat} */
  const all = {};
  for (const { kind, squares, label } of areas) {
    if (kind !== 'black territory' && kind !== 'white territory') continue;
    for (const square of squares) all[square] = { value: kind === 'black territory' ? -0.8 : 0.8, label };
  }
  return all;
}
