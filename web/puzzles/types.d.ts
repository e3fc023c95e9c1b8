// Types of the puzzles and of the retry of mistakes.

export {};

declare global {
  type PuzzleKind = 'win' | 'fill' | 'zugzwang' | 'half' | 'save';
  /** A puzzle as the server lists it; `answers`: all right moves, or the label of the right area. */
  type Puzzle = { kind: PuzzleKind; grade: number; board: string; answers: string[] };
  /** 'all' or a kind, and 0 or a grade. */
  type PuzzleFilter = { kind: PuzzleKind | 'all'; grade: number };
  /** A marked move of the game; `board` is the position before it. */
  type Mistake = { board: string; report: MoveReport };
  type Challenge = { puzzle: Puzzle; mistake?: undefined } | { mistake: Mistake; puzzle?: undefined };

  /** Feedback on an answer. `reply` refutes a wrong move on the board after it; `lost` are squares that it gives away. */
  type Finding = { isRight: boolean; words: string; reply?: string | null; lost?: string[] };

  interface Exercise {
    kind: 'puzzles' | 'retry';
    filter: PuzzleFilter;
    problems: Challenge[];
    index: number;
    /** Indices of the mistakes that were mended. */
    mended: number[];
    /** The user's own game and its review, which are put aside. */
    kept: { game: Game; current: number; play: Play; marks: State['marks']; tab: Tab };
    isSolved: boolean;
    isBusy: boolean;
    /** The board shows the refutation of a wrong move. */
    isRefuted: boolean;
    /** Feedback on the last answer, right or wrong. */
    words: string;
    isRight: boolean | null;
    /** Why the move of the game was bad. */
    why: string;
  }

  /** A position with its areas and the queen distances of both sides. */
  type Seen = { board: string; areas: Pick<AreaReport, 'kind' | 'squares'>[]; distances: Distances };
  /** A move of `side` from `before`: the positions after it and after the best move, each with the opponent's reply. */
  type Compared = { side: Side; move: string; before: Seen; bad: Seen; good: Seen };
  type Place = 'left' | 'right' | 'top' | 'bottom' | 'middle';
  type Reason =
    | { rule: 'walled' | 'given'; squares: number; place: Place }
    | { rule: 'stuck'; amazon: string; squares: number }
    | { rule: 'nearer' | 'wasted'; squares: number };
}
