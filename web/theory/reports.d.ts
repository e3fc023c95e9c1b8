// The answers of the program that the theory pane shows, as types. They are those of the command line with `--json`;
// docs/values.md, docs/atlas.md, docs/solving.md and docs/scoring.md say what each field means.

export type Side = 'black' | 'white';
export type Kind = 'active' | 'black territory' | 'white territory' | 'dead';

/** What is said about every value. */
export interface Facts {
  value: string;
  cut: boolean;
  mean: string;
  temperature: string;
  left_stop: string;
  right_stop: string;
  outcome: 'L' | 'R' | 'N' | 'P';
  /** Corners as [value, temperature], from temperature -1 up. */
  thermograph: { left: [string, string][]; right: [string, string][] };
}

export interface CanonicalOption {
  value: string;
  moves: string[];
}

export interface FullFacts extends Facts {
  left_options: CanonicalOption[];
  right_options: CanonicalOption[];
}

/** An area of `areas`. */
export interface AreaReport {
  label: string;
  kind: Kind;
  board: string;
  crop: string;
  squares: string[];
  empty: number;
  black: number;
  white: number;
  blockers: string[];
}

export interface AreasReport {
  board: string;
  partition: 'basic' | 'improved';
  areas: AreaReport[];
}

/** The value is missing where it was not worked out. */
export interface AreaValue extends Partial<FullFacts> {
  label: string;
  kind: Kind;
  board: string;
  crop: string;
  empty: number;
}

export interface ValueReport {
  board?: string;
  areas: AreaValue[];
  sum: FullFacts | null;
  games: number;
  unfinished?: string;
}

export interface AtlasArea extends AreaReport, Partial<Facts> {
  graph?: string;
  moves?: number;
  defects?: number;
}

export interface AtlasReport {
  board: string;
  size: number;
  areas: AtlasArea[];
  parts: AtlasArea[];
  sum: Facts | null;
}

export interface SolveReport {
  board: string;
  to_move: Side;
  winner: Side | 'unknown';
  move: string | null;
  nodes: number;
  evaluated: number;
  seconds: number;
  certificate?: { claims: number; bytes: number; id?: string };
}

export interface SolveProgress {
  nodes: number;
  nodes_per_second: number;
  seconds: number;
  proof: number;
  disproof: number;
  table_used: number;
  line: string[];
}

export interface ScoreReport {
  board: string;
  to_move: Side;
  winner: Side;
  margin: number;
  line: string[];
  nodes: number;
  seconds: number;
}
