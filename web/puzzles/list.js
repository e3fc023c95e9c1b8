// The puzzles of the server, the user's choice among them, and the solved ones, which the browser keeps.

import { puzzles as load } from '../api.js';
import { read, write } from '../settings.js';

const KEY = 'otrera.puzzles';

/** @type {PuzzleKind[]} */
export const KINDS = ['win', 'half', 'save', 'fill', 'zugzwang'];
export const GRADES = [1, 2, 3, 4, 5];

/** @type {Puzzle[]} */
let all = [];

/** All puzzles; the server is asked once. */
export async function allPuzzles() {
  if (all.length === 0) all = (await load()).puzzles;
  return all;
}

/** The chosen puzzles, easy ones first. @param {PuzzleFilter} filter */
export const chosen = ({ kind, grade }) => all
  .filter((puzzle) => (kind === 'all' || puzzle.kind === kind) && (grade === 0 || puzzle.grade === grade))
  .sort((a, b) => a.grade - b.grade);

/** The choice of the last visit, if there are such puzzles. @returns {PuzzleFilter} */
export function keptFilter() {
  const { kind, grade } = read(KEY)?.filter ?? {};
  const filter = { kind: KINDS.includes(kind) ? kind : 'all', grade: GRADES.includes(grade) ? grade : 0 };
  return chosen(filter).length > 0 ? filter : { kind: 'all', grade: 0 };
}

/** @param {PuzzleFilter} filter */
export const keepFilter = (filter) => write(KEY, { ...read(KEY), filter });

/** Boards of the solved puzzles. @returns {string[]} */
const solved = () => read(KEY)?.solved ?? [];

/** @param {Puzzle} puzzle */
export const isSolved = ({ board }) => solved().includes(board);

/** @param {Puzzle} puzzle */
export const keepSolved = ({ board }) => write(KEY, { ...read(KEY), solved: [...new Set([...solved(), board])] });

/** Number of puzzles that are solved, and of all. */
export function progress() {
  const boards = new Set(solved());
  return { done: all.filter(({ board }) => boards.has(board)).length, count: all.length };
}

/** Place of the first unsolved puzzle after `index`, from the beginning again at the end. @param {Puzzle[]} puzzles @param {number} index */
export function nextUnsolved(puzzles, index) {
  const boards = new Set(solved());
  const places = puzzles.map((_, step) => (index + 1 + step) % puzzles.length);
  return places.find((place) => !boards.has(puzzles[place]?.board ?? '')) ?? (index + 1) % puzzles.length;
}
