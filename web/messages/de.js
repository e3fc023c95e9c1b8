// Deutsch. Dieselben Schlüssel wie im Englischen.

import analysis from './analysis.de.js';

export default {
  'skip': 'Zum Brett springen',
  'region.board': 'Brett und Spieler',
  'region.panel': 'Spielen, Analyse, Theorie',
  'region.tree': 'Züge der Partie',
  'region.notices': 'Meldungen',
  'tab.play': 'Spielen',
  'tab.analyse': 'Analyse',
  'tab.theory': 'Theorie',
  'side.white': 'Weiß',
  'side.black': 'Schwarz',
  'piece.w': 'weiße Amazone',
  'piece.b': 'schwarze Amazone',
  'piece.#': 'verbrannt',
  'piece..': 'leer',
  'board.grid': 'Brett, {width} Linien, {height} Reihen',
  'board.goal': 'hierher möglich',
  'board.shot': 'Schuss hierher möglich',
  'board.picked': 'gewählt',
  ...analysis,
};
