// The answers of the program that the theory pane shows, as types. They are those of the command line with `--json`;
// docs/values.md, docs/atlas.md, docs/solving.md and docs/scoring.md say what each field means.

/** @typedef {'black' | 'white'} Side */

/**
 * What is said about every value.
 * @typedef {object} Facts
 * @property {string} value
 * @property {boolean} cut
 * @property {string} mean
 * @property {string} temperature
 * @property {string} left_stop
 * @property {string} right_stop
 * @property {'L' | 'R' | 'N' | 'P'} outcome
 * @property {{left: [string, string][], right: [string, string][]}} thermograph
 */

/** @typedef {{value: string, moves: string[]}} CanonicalOption */
/** @typedef {Facts & {left_options: CanonicalOption[], right_options: CanonicalOption[]}} FullFacts */
/** @typedef {'active' | 'black territory' | 'white territory' | 'dead'} Kind */

/**
 * An area of `areas`.
 * @typedef {object} AreaReport
 * @property {string} label
 * @property {Kind} kind
 * @property {string} board
 * @property {string} crop
 * @property {string[]} squares
 * @property {number} empty
 * @property {number} black
 * @property {number} white
 * @property {string[]} blockers
 */

/** @typedef {{board: string, partition: 'basic' | 'improved', areas: AreaReport[]}} AreasReport */

/** @typedef {{label: string, kind: Kind, board: string, crop: string, empty: number} & Partial<FullFacts>} AreaValue */

/**
 * @typedef {object} ValueReport
 * @property {string} [board]
 * @property {AreaValue[]} areas
 * @property {FullFacts | null} sum
 * @property {number} games
 * @property {string} [unfinished]
 */

/** @typedef {AreaReport & {graph?: string, moves?: number, defects?: number} & Partial<Facts>} AtlasArea */
/** @typedef {{board: string, size: number, areas: AtlasArea[], parts: AtlasArea[], sum: Facts | null}} AtlasReport */

/**
 * @typedef {object} SolveReport
 * @property {string} board
 * @property {Side} to_move
 * @property {Side | 'unknown'} winner
 * @property {string | null} move
 * @property {number} nodes
 * @property {number} evaluated
 * @property {number} seconds
 * @property {{entries: number, places: number, bytes: number}} [table]
 * @property {{claims: number, bytes: number, id?: string}} [certificate]
 */

/**
 * @typedef {object} SolveProgress
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number} seconds
 * @property {number} proof
 * @property {number} disproof
 * @property {number} table_used
 * @property {string[]} line
 * @property {unknown} [left]
 */

/**
 * @typedef {object} ScoreReport
 * @property {string} board
 * @property {Side} to_move
 * @property {Side} winner
 * @property {number} margin
 * @property {string[]} line
 * @property {number} nodes
 * @property {number} seconds
 */

export {};
