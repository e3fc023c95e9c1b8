// What the analysis pane speaks of: the answers of the program, which are those of the command line with `--json`
// (docs/playing.md and docs/evaluation.md say what each field means), and what it makes of them.

export {};

declare global {
  /** For the side to move. */
  type Proven = 'win' | 'loss' | null;

  interface Candidate {
    move: string;
    chance: number;
    score: number;
    proven: Proven;
    visits: number;
    line: string[];
  }

  /** An engine's view of a position, for the side to move. */
  interface BestReport {
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

  interface PositionReport {
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

  interface MoveReport {
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

  interface AnalyzeReport {
    board: string;
    engine: string;
    positions: PositionReport[];
    moves: MoveReport[];
    mistakes: { black: number[]; white: number[] };
    seconds: number;
  }

  /** Rows from the top. */
  type Grid = (number | null)[][];

  interface Distances {
    white: Grid;
    black: Grid;
  }

  interface Evaluation {
    ahead: number;
    chance: number;
    open: number;
    share: number;
    terms: { name: string; value: number; weight: number; product: number }[];
    correction: number;
    queen_distances: Distances;
    king_distances: Distances;
  }

  interface ShowReport {
    board: string;
    width: number;
    height: number;
    to_move: Side | null;
    areas: AreaReport[];
    evaluation?: Evaluation;
  }

  /** Reports about a board, by question. */
  interface Answers {
    show?: ShowReport;
    best?: BestReport;
    /** Kept apart from `best`, whose candidates would tell all of it at once. */
    hint?: BestReport;
    /** What a review of the game thought of it. */
    review?: PositionReport;
    /** Areas that add up, and with what blockers set apart. */
    areas?: AreasReport;
    parts?: AreasReport;
    /** Null: there is no atlas. */
    atlas?: AtlasReport | null;
    value?: ValueReport;
    solve?: SolveReport;
    score?: ScoreReport;
  }

  /** What the panes keep for themselves. */
  interface Panes {
    job?: Job | null;
    /** By question and board. */
    problems?: Record<string, Problem | null>;
    live?: Live;
    hint?: Hint | null;
    review?: Review;
    map?: MapName;
    /** Where the move that is pointed at was shown. */
    preview?: string;
    theory?: Choice;
    /** Boards whose values were worked at for longer. */
    valueLonger?: Record<string, boolean>;
  }

  /** The long question that runs. */
  interface Job {
    name: string;
    /** The position it is about. */
    board: string;
    /** The last report on the way. */
    progress: any;
    /** In the queue, while it waits. */
    place: number | null;
  }

  /** `isLimit`: there was no time or memory to find out more. */
  type Problem = { words: string; isLimit: boolean };
  /** `finished`: boards that were looked at for as long as they are. */
  type Live = { on: boolean; finished: Record<string, boolean> };
  type Hint = { board: string; stage: number; move: string | null; problem: string };
  type Review = { problem: string; finished: boolean };
  type MapName = 'none' | 'territory' | 'queen' | 'king' | 'white-queen' | 'black-queen' | 'white-king' | 'black-king';
  type Heat = HeatOverlay['values'];
  type Part = { element: Element; draw: () => void };

  /** What is known about a position. */
  interface Verdict {
    /** The chance of White, 0 to 1. */
    white: number;
    /** Where that is proven. */
    winner: Side | null;
    /** Moves that White is expected to be ahead. */
    ahead: number | null;
    from: 'solve' | 'score' | 'value' | 'best' | 'review' | 'evaluation';
  }

  /** A rectangle by its edges. */
  type Frame = { left: number; right: number; top: number; bottom: number };
}
