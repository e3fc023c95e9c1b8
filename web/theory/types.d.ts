// What the theory pane speaks of: the answers of the program, which are those of the command line with `--json`
// (docs/values.md, docs/atlas.md, docs/solving.md and docs/scoring.md say what each field means), and what it makes of them.

export {};

declare global {
  type Kind = 'active' | 'black territory' | 'white territory' | 'dead';

  /** What is said about every value. */
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
  }

  /** The value is missing where it was not worked out. */
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
    certificate?: { claims: number; bytes: number; id?: string };
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

  /** How certainty a claim is. */
  type Certainty = 'proven' | 'atlas' | 'estimated' | 'open';

  /** All that is known of an area. */
  interface KnownArea {
    area: AreaReport;
    index: number;
    facts: Facts | null;
    /** The facts with options, once they are worked out. */
    full: FullFacts | null;
    certainty: Certainty;
    /** Where its value is from; both: looked up and worked out again. */
    source: 'atlas' | 'proven' | 'both' | 'open';
    /** What blockers set split inside it; empty if nothing. */
    parts: AreaReport[];
    blockers: string[];
  }

  /** What the visitor has chosen in the theory pane. */
  interface Choice {
    /** Whether the areas are coloured in on the board. */
    colour: boolean;
    /** Whether what blockers set split is coloured by itself. */
    split: boolean;
    /** The area that is hovered at. */
    hovered: string | null;
    /** The areas whose details are open. */
    open: string[];
    /** The position that `pointed` and `open` are about. */
    board: string;
  }

  interface Axis {
    low: number;
    high: number;
    /** Length of the number 1. */
    scale: number;
    /** The number that is always there. */
    mark: string;
    /** What the text of a number takes along the axis. */
    room: (text: string) => number;
  }

  type Tick = { text: string; at: number; isMarked: boolean };
  type Flank = 'left' | 'right';
  type Label = { corner: Point; text: string; foot: Point; flank: Flank; width: number };

  /** A thermograph with the places of everything on it. */
  interface Plot extends Omit<Frame, 'bottom'> {
    /** Height of temperature 0. */
    zero: number;
    /** Height of the top of the mast. */
    mast: number;
    /** Where the walls meet. */
    meeting: Point;
    leftWall: Point[];
    rightWall: Point[];
    labels: Label[];
    temperatures: { text: string; y: number; isMarked: boolean }[];
    values: { text: string; x: number; isMarked: boolean }[];
  }
}
