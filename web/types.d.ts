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

  type Seat = 'human' | 'engine';
  type ClockKind = { kind: 'none' } | { kind: 'move'; seconds: number } | { kind: 'game'; seconds: number; increment: number };
  type Result = { winner: Side; why: 'moves' | 'resigned' | 'time' };

  interface Play {
    white: Seat;
    black: Seat;
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

  type Notice = { id: number; text: string; kind: 'error' | 'note'; action?: { text: string; run: () => void } };
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

  interface Store {
    state: State;
    subscribe(listener: (state: State) => void): () => void;
    update(change: (state: State) => void): void;
  }
}
