// The steps of the course: small boards, each with a task that the rules, the solver or the engine judge. White is the
// learner. The texts are in messages/learn.*.js.

/** @type {Step[]} */
export const STEPS = [
  { name: 'move', board: '...../...../..w../...../..... w', task: { kind: 'land', square: 'e5' } },
  { name: 'shoot', board: '...../...../...../...../w.... w', task: { kind: 'burn', square: 'c5' } },
  { name: 'jump', board: '...../.##../.#w#./.##../..... w', task: { kind: 'land', square: 'e5' } },
  { name: 'last', board: 'b#../#.../..w./.... w', task: { kind: 'stuck' } },
  { name: 'enclose', board: 'b.#./..#./##../..w. w', task: { kind: 'enclose' } },
  { name: 'count', board: 'b.#../..#.w/##### w', task: { kind: 'number', choices: [2, 3, 4] } },
  { name: 'who', board: 'b..#w./...#../#####. w', task: { kind: 'who' } },
  { name: 'half', board: '...w.b. w', task: { kind: 'best' } },
  { name: 'fill', board: '.w..#b w', task: { kind: 'best' } },
  { name: 'defect', board: '.#.##/#w##b w', task: { kind: 'number', choices: [0, 1, 2] } },
  { name: 'wait', board: '#.b##.#./w##.#w#b/#..##.## w', task: { kind: 'win' } },
  { name: 'game', board: '.b.b./b...b/...../w...w/.w.w. w', task: { kind: 'game' } },
];
