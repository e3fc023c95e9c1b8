// Button icons, as strokes in a 24 x 24 box.

import { svg } from './svg.js';

const PATHS = {
  first: 'M6 5v14M18 6l-7 6l7 6z',
  back: 'M15 5l-7 7l7 7',
  forward: 'M9 5l7 7l-7 7',
  last: 'M18 5v14M6 6l7 6l-7 6z',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  redo: 'M16 5l4 4l-4 4M20 9H10a5 5 0 0 0 0 10h4',
  flip: 'M7 4v15M3.5 8L7 4l3.5 4M17 20V5M13.5 16l3.5 4l3.5 -4',
  learn: 'M2 9l10 -5l10 5l-10 5zM6 11.5v5c3 2.5 9 2.5 12 0v-5',
  explore: 'M12 3l8 4.5v9L12 21l-8 -4.5v-9zM12 12l8 -4.5M12 12v9M12 12L4 7.5',
  puzzle: 'M4 8h4a2.5 2.5 0 1 1 5 0h4v4a2.5 2.5 0 1 1 0 5v4H4z',
  plus: 'M12 5v14M5 12h14',
  library: 'M4 5h16M4 12h16M4 19h16M4 5v0.01M4 12v0.01',
  open: 'M3 19V6h6l2 2h9v11z',
  save: 'M12 4v11M7 11l5 5l5 -5M4 20h16',
  share: 'M10 14l4 -4M9 8l2.5 -2.5a4 4 0 0 1 6 6L15 14M15 16l-2.5 2.5a4 4 0 0 1 -6 -6L9 10',
  edit: 'M4 20l1 -4L16 5l3 3L8 19zM14 7l3 3',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  keys: 'M3 7h18v11H3zM7 11h0.01M11 11h0.01M15 11h0.01M8 15h8',
  close: 'M6 6l12 12M18 6L6 18',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  pause: 'M8 5v14M16 5v14',
  go: 'M7 5l11 7l-11 7z',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  up: 'M12 20V5M6 11l6 -6l6 6',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1 -13',
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) => svg('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
