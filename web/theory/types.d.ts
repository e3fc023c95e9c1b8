// Types of the theory pane: the server's answers, which are those of the command line with `--json`
// (docs/guide/values.md, docs/guide/solve.md, docs/internals/atlas.md, docs/internals/scoring.md), and the pane's own
// state.

export {};

declare global {
  type Kind = 'active' | 'black territory' | 'white territory' | 'dead';

  /** Facts about any value. */
  interface Facts {
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

  interface CanonicalOption {
    value: string;
    moves: string[];
  }

  interface FullFacts extends Facts {
    left_options: CanonicalOption[];
    right_options: CanonicalOption[];
  }

  /** An area of `areas`. */
  interface AreaReport {
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

  interface AreasReport {
    board: string;
    partition: 'basic' | 'improved';
    areas: AreaReport[];
    /** Label of an active area that is too wide for the solver. */
    too_wide?: string;
  }

  /** Without facts if the value was not computed. */
  interface AreaValue extends Partial<FullFacts> {
    label: string;
    kind: Kind;
    board: string;
    crop: string;
    empty: number;
  }

  interface ValueReport {
    board?: string;
    areas: AreaValue[];
    sum: FullFacts | null;
    games: number;
    unfinished?: string;
  }

  interface AtlasArea extends AreaReport, Partial<Facts> {
    graph?: string;
    moves?: number;
    defects?: number;
  }

  interface AtlasReport {
    board: string;
    size: number;
    areas: AtlasArea[];
    parts: AtlasArea[];
    sum: Facts | null;
  }

  interface SolveReport {
    board: string;
    to_move: Side;
    winner: Side | 'unknown';
    move: string | null;
    nodes: number;
    evaluated: number;
    seconds: number;
    certificate?: { claims: number; bytes: number; checked: boolean; id?: string };
  }

  interface SolveProgress {
    nodes: number;
    nodes_per_second: number;
    seconds: number;
    proof: number;
    disproof: number;
    table_used: number;
    line: string[];
  }

  interface ScoreReport {
    board: string;
    to_move: Side;
    winner: Side;
    margin: number;
    line: string[];
    nodes: number;
    seconds: number;
  }

  /** Certainty of a claim. */
  type Certainty = 'proven' | 'atlas' | 'estimated' | 'open';

  /** Everything known about an area. */
  interface KnownArea {
    area: AreaReport;
    index: number;
    facts: Facts | null;
    /** The facts with options, once computed. */
    full: FullFacts | null;
    certainty: Certainty;
    /** Source of the value; both: looked up and computed again. */
    source: 'atlas' | 'proven' | 'both' | 'open';
    /** Its parts split at blockers; empty if it is not split. */
    parts: AreaReport[];
    blockers: string[];
  }

  /** The user's choices in the theory pane. */
  interface Choice {
    /** Areas are coloured on the board. */
    colour: boolean;
    /** Areas are split at blockers. */
    split: boolean;
    /** Label of the hovered or focused area. */
    hovered: string | null;
    /** Labels of the areas whose details are open. */
    open: string[];
    /** The position that `open` belongs to. */
    board: string;
  }

  interface Axis {
    low: number;
    high: number;
    /** Length of one unit. */
    scale: number;
    /** The number that is always shown. */
    mark: string;
    /** Space that a number's text needs along the axis. */
    space: (text: string) => number;
  }

  type Tick = { text: string; at: number; isMarked: boolean };
  type Flank = 'left' | 'right';
  type Label = { corner: Point; text: string; foot: Point; flank: Flank; width: number };

  /** Layout of a thermograph. */
  interface Plot extends Omit<Frame, 'bottom'> {
    /** y of temperature 0. */
    zero: number;
    /** y of the top of the mast. */
    mast: number;
    /** The point where the walls meet. */
    meeting: Point;
    leftWall: Point[];
    rightWall: Point[];
    labels: Label[];
    temperatures: { text: string; y: number; isMarked: boolean }[];
    values: { text: string; x: number; isMarked: boolean }[];
  }
}
