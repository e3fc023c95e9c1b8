// English. `{name}` is filled in; the German catalogue has the same keys.

import analysis from './analysis.en.js';

export default {
  'skip': 'Skip to the board',
  'region.board': 'Board and players',
  'region.panel': 'Play, analyse, theory',
  'region.tree': 'Moves of the game',
  'region.notices': 'Messages',
  'tab.play': 'Play',
  'tab.analyse': 'Analyse',
  'tab.theory': 'Theory',
  'side.white': 'White',
  'side.black': 'Black',
  'piece.w': 'white amazon',
  'piece.b': 'black amazon',
  'piece.#': 'burnt',
  'piece..': 'empty',
  'board.grid': 'Board, {width} columns, {height} rows',
  'board.goal': 'can go here',
  'board.shot': 'can shoot here',
  'board.picked': 'picked',
  ...analysis,
};
