// Global types of the page: its state and the parts of it. Browsers never load this file.

export {};

declare global {
  type Side = 'white' | 'black';
  type Piece = 'b' | 'w' | '#' | '.';
  type Point = { x: number; y: number };
  type Board = { width: number; height: number; squares: Record<string, Piece>; toMove: Side | null };

  interface GameNode {
    id: number;
    parent: number | null;
    move: string | null;
    board: string;
    toMove: Side;
    comment: string;
    /** The first child is the main line. */
    children: number[];
    /** Remaining time of each side at this node, in milliseconds. */
    clock?: { white: number; black: number };
  }

  /** Header fields of a game record. */
  type Names = { white: string; black: string; event?: string; date?: string; result?: string; name?: string };

  /** A game of a collection, as the server lists it. */
  type GameSummary = Names & { size: { width: number; height: number }; moves: number };
  /** `at`: preorder index of the node to show; `game`: number of the game in a collection. */
  type OpenOptions = { toMove?: 'b' | 'w'; at?: number; game?: number };

  interface Game {
    nodes: Map<number, GameNode>;
    /** Id of the next new node. */
    next: number;
    width: number;
    height: number;
    names: Names;
    /** Incremented by every change of the tree; a view redraws when it differs. */
    version: number;
    /** Its id in the library. */
    id?: string;
  }

  /** A node as /api/record takes it: `parent` is an index. */
  type RecordNode = { parent: number | null; move: string | null; comment: string };
  /** A game of the library. */
  type KeptGame = { id: string; board: string; names: Names; size: { width: number; height: number }; moves: number; nodes: RecordNode[] };

  type PlayerKind = 'human' | 'engine';
  type ClockKind = { kind: 'none' } | { kind: 'move'; seconds: number } | { kind: 'game'; seconds: number; increment: number };
  /** `margin`: moves that the winner has left, if they were counted. */
  type Result = { winner: Side; why: 'moves' | 'resigned' | 'time' | 'counted'; margin?: number };

  interface Play {
    white: PlayerKind;
    black: PlayerKind;
    level: { white: number; black: number };
    /** Engine time per move without a clock, in seconds. */
    seconds: number;
    clock: ClockKind;
    /** Node where the game continues; null: no game is running. */
    head: number | null;
    paused: boolean;
    thinking: boolean;
    result: Result | null;
    /** Former heads that were taken back, latest last. */
    undone: number[];
    /** The user does not want the result counted. */
    declined: boolean;
    /** Remaining time at `since`, in milliseconds. */
    left: { white: number; black: number };
    /** `performance.now()` when the clock of the side to move at the head was started; null: stopped. */
    since: number | null;
  }

  /** Arrow squares by source, then by destination. */
  type LegalMoves = Map<string, Map<string, string[]>>;

  /** `value` from -1 (Black's, drawn as a square) to 1 (White's, drawn as a disc). */
  type HeatOverlay = { owner: string; kind: 'heat'; values: Record<string, { value: number; label?: string }> };
  /** `tone` selects one of eight colours, `kind` ("active", "black territory", "white territory", "dead") the pattern. */
  type AreasOverlay = { owner: string; kind: 'areas'; squares: Record<string, { label: string; tone: number; kind: string; faint?: boolean }> };
  /** A move with its shot; `strength` 0 to 1 sets width and opacity. */
  type ArrowOverlay = { owner: string; kind: 'arrow'; move: string; strength?: number; label?: string };
  type MarkOverlay = { owner: string; kind: 'mark'; square: string; label: string; tone: 'good' | 'doubtful' | 'mistake' | 'blunder' | 'info'; centred?: boolean };
  type Overlay = HeatOverlay | AreasOverlay | ArrowOverlay | MarkOverlay;
  /** An overlay without its owner. */
  type Drawing = Omit<HeatOverlay, 'owner'> | Omit<AreasOverlay, 'owner'> | Omit<ArrowOverlay, 'owner'> | Omit<MarkOverlay, 'owner'>;

  interface Settings {
    language: string;
    /** Name of the user in game records. */
    name: string;
    sound: boolean;
    /** Black at the bottom. */
    flip: boolean;
    coordinates: boolean;
    animate: boolean;
    /** The engine resigns lost games. */
    resign: boolean;
    /** Single-letter shortcuts are on. */
    keys: boolean;
  }

  interface Editor {
    board: Board;
    tool: Piece;
    /** The server's last answer about a board text. */
    verdict: { board: string; ok: boolean; text: string } | null;
  }

  /** The task of a step of the course. */
  type Task = { kind: 'land' | 'burn'; square: string } | { kind: 'number'; choices: number[] } | { kind: 'stuck' | 'enclose' | 'who' | 'best' | 'win' | 'game' };
  type Step = { name: string; board: string; task: Task };
  type Judgement = { isRight: boolean; words: string };

  interface Lesson {
    step: number;
    /** The user's own game, which is put aside. */
    kept: { game: Game; current: number; play: Play };
    isSolved: boolean;
    isBusy: boolean;
    /** Feedback on the last move, right or wrong. */
    words: string;
    isRight: boolean | null;
  }

  interface Widgets {
    button(options: { icon?: Icon; text: string; kind?: 'primary' | 'plain' | 'quiet'; click: (event: MouseEvent) => void }): HTMLButtonElement;
    choice(name: string, legend: string, options: Option[], chosen: string, change: (value: string) => void): HTMLElement;
    list(label: string, options: Option[], chosen: string, change: (value: string) => void): HTMLElement;
    levels(side: Side | null, chosen: number, change: (level: number) => void): HTMLElement;
    numeric(label: string, range: { value: number; least: number; most: number; step?: number }, change: (value: number) => void): HTMLElement;
    textField(label: string, value: string, change: (value: string) => void): HTMLElement;
    toggle(label: string, on: boolean, change: (on: boolean) => void): HTMLElement;
  }

  type Attribute = string | number | boolean | null | undefined | ((event: any) => void);
  type Child = Node | string | null | false | undefined;
  type Content = Child | Record<string, Attribute>;
  /** Element type of a selector such as `p.faint`; `M` maps tags to elements. */
  type Made<S extends string, M> = S extends `${infer T}.${string}` ? (T extends keyof M ? M[T] : never) : S extends keyof M ? M[S] : never;
  type Maker<M> = <S extends string>(selector: S, ...content: Content[]) => Made<S, M>;

  /** Messages in nested groups. */
  interface Messages {
    [key: string]: string | Messages;
  }
  type Notice = { id: number; text: string; kind: 'error' | 'note'; action?: { text: string; run: () => void } | undefined };
  /** An edit of the tree and its inverse. */
  type Edit = { kind: string; undo: () => void };
  type Tab = 'play' | 'analyse' | 'theory';

  interface State {
    game: Game;
    /** Id of the shown node. */
    current: number;
    play: Play;
    /** Legal moves by board text, from the server. */
    legal: Record<string, LegalMoves>;
    /** Squares of an unfinished move. */
    picked: { from: string | null; to: string | null };
    /** Square of the keyboard cursor. */
    cursor: string;
    /** Drawings over the board, each with its owner. */
    overlays: Overlay[];
    /** The server's reports by board text, then by question: `answers[board].best`. */
    answers: Record<string, Answers>;
    /** Report of the game review on the move to a node, by node id. */
    marks: Record<number, MoveReport>;
    /** Private state of the panes. */
    panes: Panes;
    /** State of the position editor while it is open. */
    editor: Editor | null;
    /** State of the course while it is open. */
    lesson: Lesson | null;
    /** State of the puzzles, or of the retry of mistakes, while they are open. */
    puzzle: Exercise | null;
    tab: Tab;
    settings: Settings;
    /** Edits of the tree that can be undone, latest last. */
    edits: Edit[];
    notices: Notice[];
    /** The last request reached the server. */
    online: boolean;
  }

  /** The head of a game (null: not being played) and the shown node (default: the root). */
  type Where = { head: number | null; current?: number };
  /** Players and clock of a game. */
  type GameSetup = Pick<Play, 'white' | 'black' | 'level' | 'seconds' | 'clock'> & { names?: Pick<Names, Side> };
  type Who = 'white' | 'black' | 'both' | 'none';
  /** Fields of the dialog for a new game. */
  interface GameOptions {
    who: Who;
    /** Names of two players; may be empty. */
    names: Record<Side, string>;
    level: number;
    /** Black's level when the engine plays both sides. */
    second: number;
    seconds: number;
    size: string;
    width: number;
    height: number;
    clock: ClockKind['kind'];
    perMove: number;
    minutes: number;
    increment: number;
    from: 'start' | 'here';
  }

  /** Pitches in hertz, times in seconds. */
  type Tone = { type: OscillatorType; from: number; to: number; length: number; volume: number; delay: number };
  type BoardView = ReturnType<typeof import('./board.js').createBoard>;
  /** A pointer that is down; `again`: the square was selected already. */
  type Gesture = { kind: 'move' | 'shoot' | 'click'; square: string; x: number; y: number; again: boolean; dragging: boolean };
  type Centre = (square: string) => Point;
  type Icon = Parameters<typeof import('./icons.js').icon>[0];
  /** `key` as in KeyboardEvent.key; `text` is a message key. */
  type Shortcut = { key: string; text: string; act: () => void };
  /** A move in the tree of a campaign; `result` is that of the side that makes it. */
  type CampaignMove = {
    play: string;
    /** An assumed result is not proven. */
    result: 'open' | 'wins' | 'loses' | 'assumed_win' | 'assumed_loss';
    proof: number;
    disproof: number;
    nodes: number;
    cpu: number;
    part: string | null;
    replies: number;
    open_replies: number;
    reply?: CampaignMove[];
  };
  type CampaignWorker = { name: string; alive: boolean; jobs: number; nodes: number; cpu: number; rate: number };
  /** The answer of /api/campaign. */
  type CampaignReport = {
    running: boolean;
    seconds: number;
    after: string | null;
    position: string;
    winner: Side | null;
    winner_if_assumed: Side | null;
    assumed: number;
    complete: boolean;
    proof: number;
    disproof: number;
    situations: number;
    open_jobs: number;
    proven_jobs: number;
    jobs_out: number;
    nodes: number;
    cpu: number;
    repeated_nodes: number;
    claims: number;
    part_bytes: number;
    lemmas: number;
    moves: CampaignMove[];
    workers: CampaignWorker[];
    banned: Record<string, string>;
    estimate: { winner: Side; replies: number; open: number; nodes: number; low: number; high: number; cpu: number; is_lower_bound: boolean } | null;
  };
  /** A table of moves of the side `mover`. */
  type MoveTable = {
    id: string;
    caption: string;
    moves: CampaignMove[];
    mover: Side;
    /** Side that moves first in the campaign. */
    first: Side;
    name: (move: CampaignMove) => Child;
    withReplies: boolean;
  };
  /** JSON body of a request. */
  type Question = Record<string, unknown>;
  type StreamOptions = { waiting?: (place: number) => void; onProgress?: (report: any) => void; signal?: AbortSignal };

  /** A choice: its value and its label. */
  type Option = { value: string; text: string };
}
