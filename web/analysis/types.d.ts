// Types of the analysis pane: the server's answers, which are those of the command line with `--json`
// (docs/guide/analyse.md, docs/internals/evaluation.md), and the pane's own state.

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

  /** The engine's judgement of a position, for the side to move. */
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
    /** White's chance. */
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
    /** Separate from `best`, whose candidates would reveal the whole hint. */
    hint?: BestReport;
    /** Result of the game review. */
    review?: PositionReport;
    /** The connected areas, and their parts split at blockers. */
    areas?: AreasReport;
    parts?: AreasReport;
    /** Null: no atlas. */
    atlas?: AtlasReport | null;
    value?: ValueReport;
    solve?: SolveReport;
    score?: ScoreReport;
    openings?: OpeningsReport;
    /** Every move, judged by the solver. */
    judged?: JudgedReport;
  }

  /** Private state of the panes. */
  interface Panes {
    /** Counts of decided positions, by board. */
    counts?: Record<string, Count>;
    job?: Job | null;
    /** By question and board. */
    problems?: Record<string, Problem | null>;
    live?: Live;
    hint?: Hint | null;
    review?: Review;
    map?: MapName;
    /** Node and tab that the previewed move belongs to. */
    preview?: string;
    theory?: Choice;
    /** Boards whose values got the longer time limit. */
    valueLonger?: Record<string, boolean>;
  }

  /** The certain result of a position, and the owner of each square: -0.8 Black's, 0.8 White's. */
  type Count = { winner: Side; margin: number; owned: Record<string, number> };

  /** The running stream. */
  interface Job {
    name: string;
    /** The position asked about. */
    board: string;
    /** The last progress report. */
    progress: any;
    /** Place in the queue; null: running. */
    place: number | null;
  }

  /** `isLimit`: a time or memory limit was reached. */
  type Problem = { words: string; isLimit: boolean };
  /** `finished`: boards whose last round is done. */
  type Live = { on: boolean; finished: Record<string, boolean> };
  type Hint = { board: string; stage: number; move: string | null; problem: string };
  type Review = { problem: string; finished: boolean };
  type MapName = 'none' | 'territory' | 'queen' | 'king' | 'white-queen' | 'black-queen' | 'white-king' | 'black-king';
  type Heat = HeatOverlay['values'];
  type Part = { element: Element; draw: () => void };

  /** The best available judgement of a position. */
  interface Verdict {
    /** White's chance, 0 to 1. */
    white: number;
    /** Null unless proven. */
    winner: Side | null;
    /** White's expected lead, in moves. */
    ahead: number | null;
    from: 'over' | 'solve' | 'score' | 'value' | 'best' | 'review' | 'evaluation';
  }

  /** A rectangle by its edges. */
  type Frame = { left: number; right: number; top: number; bottom: number };
}
