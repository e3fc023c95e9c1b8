// The words that all modules share: the state of the page and what it is made of. Types alone, so browsers never see this
// file; they are global, so that modules need not import them.

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
    /** The first is the main line. */
    children: number[];
    /** Milliseconds that each side had left here. */
    clock?: { white: number; black: number };
  }

  /** What a record tells of the game. */
  type Names = { white: string; black: string; event?: string; date?: string; result?: string; name?: string };

  interface Game {
    nodes: Map<number, GameNode>;
    /** The number of the next node. */
    next: number;
    width: number;
    height: number;
    names: Names;
    /** Grows with every change of the tree, so that whoever draws it knows when to draw anew. */
    version: number;
  }

  type PlayerKind = 'human' | 'engine';
  type ClockKind = { kind: 'none' } | { kind: 'move'; seconds: number } | { kind: 'game'; seconds: number; increment: number };
  type Result = { winner: Side; why: 'moves' | 'resigned' | 'time' };

  interface Play {
    white: PlayerKind;
    black: PlayerKind;
    level: { white: number; black: number };
    /** What the engine may use for a move without a clock. */
    seconds: number;
    clock: ClockKind;
    /** The node where the game goes on; null: there is no game. */
    head: number | null;
    paused: boolean;
    thinking: boolean;
    result: Result | null;
    /** Heads that were taken back, the latest last. */
    undone: number[];
    /** Milliseconds on the clocks when `since` was taken. */
    left: { white: number; black: number };
    /** `performance.now()` from which the side to move at the head runs down; null: the clocks stand. */
    since: number | null;
  }

  /** From, to, where the arrow may fly. */
  type LegalMoves = Map<string, Map<string, string[]>>;

  /** A square's value runs from -1 (Black's, drawn as a square) over 0 to 1 (White's, drawn as a disc). */
  type HeatOverlay = { owner: string; kind: 'heat'; values: Record<string, { value: number; label?: string }> };
  /** `tone` picks one of eight colours, `kind` ("active", "black territory", "white territory", "dead") the pattern. */
  type AreasOverlay = { owner: string; kind: 'areas'; squares: Record<string, { label: string; tone: number; kind: string; faint?: boolean }> };
  /** A candidate's move and shot; `strength` 0 to 1 is how bold it is drawn. */
  type ArrowOverlay = { owner: string; kind: 'arrow'; move: string; strength?: number; label?: string };
  type MarkOverlay = { owner: string; kind: 'mark'; square: string; label: string; tone: 'good' | 'doubtful' | 'mistake' | 'blunder' | 'info' };
  type Overlay = HeatOverlay | AreasOverlay | ArrowOverlay | MarkOverlay;
  /** An overlay before its owner is written on it. */
  type Drawing = Omit<HeatOverlay, 'owner'> | Omit<AreasOverlay, 'owner'> | Omit<ArrowOverlay, 'owner'> | Omit<MarkOverlay, 'owner'>;

  interface Settings {
    language: string;
    sound: boolean;
    /** Black below. */
    flip: boolean;
    coordinates: boolean;
    animate: boolean;
    /** Whether single letters are shortcuts. */
    keys: boolean;
  }

  interface Editor {
    board: Board;
    tool: Piece;
    /** What the server says about a board text, the last one it was asked about. */
    verdict: { board: string; ok: boolean; text: string } | null;
  }

  interface Widgets {
    button(options: { icon?: Icon; text: string; kind?: 'primary' | 'plain' | 'quiet'; click: (event: MouseEvent) => void }): HTMLButtonElement;
    choice(name: string, legend: string, options: Option[], chosen: string, change: (value: string) => void): HTMLElement;
    list(label: string, options: Option[], chosen: string, change: (value: string) => void): HTMLElement;
    levels(side: Side | null, chosen: number, change: (level: number) => void): HTMLElement;
    numeric(label: string, range: { value: number; least: number; most: number; step?: number }, change: (value: number) => void): HTMLElement;
    toggle(label: string, on: boolean, change: (on: boolean) => void): HTMLElement;
  }

  type Attribute = string | number | boolean | null | undefined | ((event: any) => void);
  type Child = Node | string | null | false | undefined;
  type Content = Child | Record<string, Attribute>;
  /** What `p.faint` makes, from the elements by tag. */
  type Made<S extends string, M> = S extends `${infer T}.${string}` ? (T extends keyof M ? M[T] : never) : S extends keyof M ? M[S] : never;
  type Maker<M> = <S extends string>(selector: S, ...content: Content[]) => Made<S, M>;

  /** Messages in groups. */
  interface Messages {
    [key: string]: string | Messages;
  }
  type Notice = { id: number; text: string; kind: 'error' | 'note'; action?: { text: string; run: () => void } | undefined };
  type Tab = 'play' | 'analyse' | 'theory';

  interface State {
    game: Game;
    /** The node that is shown. */
    current: number;
    play: Play;
    /** Legal moves by board text, as the server told them. */
    legal: Record<string, LegalMoves>;
    /** A move half made. */
    picked: { from: string | null; to: string | null };
    /** The square that has, or would get, the keyboard focus. */
    cursor: string;
    /** What is drawn over the board; each belongs to who put it there. */
    overlays: Overlay[];
    /** The server's reports by board text, then by question: `answers[board].best`. */
    answers: Record<string, Answers>;
    /** What a review of the game said about the move to a node, by node id. */
    marks: Record<number, MoveReport>;
    /** What the panes keep for themselves, by pane. */
    panes: Panes;
    /** The position being set up, while the editor is open. */
    editor: Editor | null;
    tab: Tab;
    settings: Settings;
    notices: Notice[];
    /** Whether the server answered last time. */
    online: boolean;
  }

  /** Where a game goes on (null: it is only looked at), and the node that is shown, the root if none is named. */
  type Where = { head: number | null; current?: number };
  /** What was agreed on for a game. */
  type GameSetup = Pick<Play, 'white' | 'black' | 'level' | 'seconds' | 'clock'>;
  type Who = 'white' | 'black' | 'both' | 'none';
  /** What the dialog for a new game asks. */
  interface GameOptions {
    who: Who;
    level: number;
    /** Black's level where the engine plays both. */
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
  /** What a pointer that is down has got hold of; `again`: it was picked already. */
  type Gesture = { kind: 'move' | 'shoot' | 'click'; square: string; x: number; y: number; again: boolean; dragging: boolean };
  type Centre = (square: string) => Point;
  type Icon = Parameters<typeof import('./icons.js').icon>[0];
  /** `key` as in KeyboardEvent.key; `text` is a message's name. */
  type Shortcut = { key: string; text: string; act: () => void };
  /** What is asked of the server. */
  type Question = Record<string, unknown>;
  type StreamOptions = { waiting?: (place: number) => void; onProgress?: (report: any) => void; signal?: AbortSignal };

  /** Something to choose: a value, and the words for it. */
  type Option = { value: string; text: string };
}
