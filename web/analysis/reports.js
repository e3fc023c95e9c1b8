// The answers of the program that the analysis pane shows, as types. They are those of the command line with `--json`;
// docs/playing.md and docs/evaluation.md say what each field means.

/** @typedef {'black' | 'white'} Side */
/** @typedef {'win' | 'loss' | null} Proven for the side to move */

/**
 * @typedef {object} Candidate
 * @property {string} move
 * @property {number} chance
 * @property {number} score
 * @property {Proven} proven
 * @property {number} visits
 * @property {string[]} line
 */

/**
 * An engine's view of a position, for the side to move.
 * @typedef {object} BestReport
 * @property {string} board
 * @property {Side} to_move
 * @property {string} engine
 * @property {string | null} move
 * @property {number | null} score
 * @property {number | null} chance
 * @property {Proven} proven
 * @property {string[]} line
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Candidate[]} [candidates]
 */

/**
 * @typedef {object} PositionReport
 * @property {string} board
 * @property {Side} to_move
 * @property {number} chance
 * @property {number} score
 * @property {Proven} proven
 * @property {string | null} best
 * @property {string[]} line
 * @property {number} depth
 * @property {number} nodes
 * @property {number} white the chance of White
 */

/**
 * @typedef {object} MoveReport
 * @property {number} number
 * @property {Side} side
 * @property {string} move
 * @property {string} best
 * @property {number} before
 * @property {number} after
 * @property {number} loss
 * @property {'' | '?!' | '?' | '??'} mark
 * @property {Proven} proven
 */

/**
 * @typedef {object} AnalyzeReport
 * @property {string} board
 * @property {string} engine
 * @property {PositionReport[]} positions
 * @property {MoveReport[]} moves
 * @property {{black: number[], white: number[]}} mistakes
 * @property {number} seconds
 */

/** @typedef {{done: number, of: number, position: PositionReport}} AnalyzeProgress */

/** @typedef {(number | null)[][]} Grid rows from the top */
/** @typedef {{white: Grid, black: Grid}} Distances */
/** @typedef {{name: string, value: number, weight: number, product: number}} TermReport */

/**
 * @typedef {object} Evaluation
 * @property {number} ahead
 * @property {number} chance
 * @property {number} open
 * @property {number} share
 * @property {TermReport[]} terms
 * @property {number} correction
 * @property {Distances} queen_distances
 * @property {Distances} king_distances
 */

/**
 * @typedef {object} ShowReport
 * @property {string} board
 * @property {number} width
 * @property {number} height
 * @property {Side | null} to_move
 * @property {import('../theory/reports.js').AreaReport[]} areas
 * @property {Evaluation} [evaluation]
 */

export {};
