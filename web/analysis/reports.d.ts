// The answers of the program that the analysis pane shows, as types. They are those of the command line with `--json`;
// docs/playing.md and docs/evaluation.md say what each field means.

import type { AreaReport, Side } from '../theory/reports.js';

/** For the side to move. */
export type Proven = 'win' | 'loss' | null;

export interface Candidate {
  move: string;
  chance: number;
  score: number;
  proven: Proven;
  visits: number;
  line: string[];
}

/** An engine's view of a position, for the side to move. */
export interface BestReport {
  board: string;
  to_move: Side;
  engine: string;
  move: string | null;
  score: number | null;
  chance: number | null;
  proven: Proven;
  line: string[];
  depth: number;
  nodes: number;
  seconds: number;
  candidates?: Candidate[];
}

export interface PositionReport {
  board: string;
  to_move: Side;
  chance: number;
  score: number;
  proven: Proven;
  best: string | null;
  line: string[];
  depth: number;
  nodes: number;
  /** The chance of White. */
  white: number;
}

export interface MoveReport {
  number: number;
  side: Side;
  move: string;
  best: string;
  before: number;
  after: number;
  loss: number;
  mark: '' | '?!' | '?' | '??';
  proven: Proven;
}

export interface AnalyzeReport {
  board: string;
  engine: string;
  positions: PositionReport[];
  moves: MoveReport[];
  mistakes: { black: number[]; white: number[] };
  seconds: number;
}

/** Rows from the top. */
export type Grid = (number | null)[][];

export interface Distances {
  white: Grid;
  black: Grid;
}

export interface Evaluation {
  ahead: number;
  chance: number;
  open: number;
  share: number;
  terms: { name: string; value: number; weight: number; product: number }[];
  correction: number;
  queen_distances: Distances;
  king_distances: Distances;
}

export interface ShowReport {
  board: string;
  width: number;
  height: number;
  to_move: Side | null;
  areas: AreaReport[];
  evaluation?: Evaluation;
}
