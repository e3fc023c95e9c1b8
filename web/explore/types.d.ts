// Types of the gallery, the opening explorer and the pictures: the server's answers (docs/guide/server.md).

export {};

declare global {
  interface GalleryReport {
    groups: ExhibitGroup[];
  }

  type ExhibitGroup = { name: string; figure: string | null; exhibits: Exhibit[] };

  /** A board with its facts; a graph has no value. */
  interface Exhibit extends Partial<Facts> {
    board: string;
    squares: number;
    graph: string;
    lines: string[][];
    boards: number | null;
    moves: number | null;
    defects: number | null;
    zugzwang: { left: string[]; right: string[]; black_first: string; white_first: string; cost: string } | null;
  }

  interface OpeningsReport {
    board: string;
    /** Positions in the book of this board size. */
    book: number;
    winner: Side | null;
    moves: OpeningMove[];
    /** All legal moves. */
    count: number;
  }

  /** `chance`: the book's estimate for the side that makes the move. */
  type OpeningMove = { move: string; chosen: boolean; chance: number | null; positions: number; result: 'win' | 'loss' | null };

  /** The solver's answer about every move. */
  type JudgedReport = { winner: Side | 'unknown'; moves?: { move: string; result: 'win' | 'loss' | 'unknown' }[] };

  type PictureFormat = 'png' | 'svg' | 'gif';
}
