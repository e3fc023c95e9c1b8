// The engine's levels: their names, and how far each is above level 1. The distances are sums of the matches between
// neighbours in docs/notes/levels.md (8x8), rounded to 50 Elo. They compare the levels with each other, not
// with people.

/** `words` is a message key; `elo` is null where no match was played. @type {{words: string, elo: number | null}[]} */
export const LEVELS = [
  { words: 'level.first', elo: 0 },
  { words: 'level.novice', elo: 300 },
  { words: 'level.easy', elo: 800 },
  { words: 'level.casual', elo: 1150 },
  { words: 'level.steady', elo: 1500 },
  { words: 'level.skilled', elo: 1900 },
  { words: 'level.strong', elo: 2200 },
  { words: 'level.expert', elo: 2550 },
  { words: 'level.master', elo: 2950 },
  // It uses all the time that it is given, so its distance depends on the clock.
  { words: 'level.full', elo: null },
];
