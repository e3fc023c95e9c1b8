// Positions of several tests.

/** The endgame of README.md and docs/tour.md: four areas, one of them too large to compute automatically. */
export const ENDGAME = '2#3##2/1b##1##1w1/####b#3#/w2##3##/2#b##1##1/##3##3/2####b##1/1###1####1/##w#2#1##/#3##1w2 w';

/** Four small areas: a hot one, two territories of White, one with a blocker. */
export const SUM = 'b...#w../..#.#.#./#w.b####/######../b.b.w#.w b';

/** One hot area, solved within a second. */
export const FIGHT = 'b..w/..../w..b b';
