// The buttons under the board: through the game, take back and again, turn the board round.

import { redo, undo, undoTarget } from './play.js';
import { currentNode, goTo, setSettings } from './state.js';
import { html, set } from './svg.js';
import { t } from './text.js';
import { lineThrough, ROOT } from './tree.js';
import { icon } from './icons.js';

/** Steps through the game, by name; buttons and keys share them. */
export const STEPS = {
  /** @param {Store} store */
  first: (store) => goTo(store, ROOT),
  /** @param {Store} store */
  back: (store) => {
    const { parent } = currentNode(store.state);
    if (parent !== null) goTo(store, parent);
  },
  /** @param {Store} store */
  forward: (store) => {
    const next = forwardOf(store.state);
    if (next !== undefined) goTo(store, next);
  },
  /** @param {Store} store */
  last: (store) => goTo(store, lineThrough(store.state.game, store.state.current).at(-1)?.id ?? ROOT),
};

/** Towards the head of the game if it lies ahead, else along the main line. @param {State} state */
function forwardOf(state) {
  return currentNode(state).children[0];
}

/** @param {HTMLElement} element @param {Store} store */
export function mount(element, store) {
  /** @type {{name: import('./icons.js').Icon, act: (store: Store) => void, can: () => boolean}[]} */
  const all = [
    { name: 'first', act: STEPS.first, can: () => store.state.current !== ROOT },
    { name: 'back', act: STEPS.back, can: () => store.state.current !== ROOT },
    { name: 'forward', act: STEPS.forward, can: () => forwardOf(store.state) !== undefined },
    { name: 'last', act: STEPS.last, can: () => forwardOf(store.state) !== undefined },
    { name: 'undo', act: undo, can: () => undoTarget(store.state) !== null },
    { name: 'redo', act: redo, can: () => store.state.play.undone.length > 0 },
    { name: 'flip', act: () => setSettings(store, { flip: !store.state.settings.flip }), can: () => true },
  ];
  const buttons = all.map(({ name, act }) => html('button', { type: 'button', class: 'button quiet', onclick: () => act(store) }, icon(name)));
  element.append(...buttons);
  const draw = () => {
    all.forEach(({ name, can }, index) => {
      const button = /** @type {HTMLButtonElement} */ (buttons[index]);
      set(button, 'aria-label', t(`control.${name}`));
      set(button, 'title', t(`control.${name}`));
      // Not `disabled`: that would throw away the keyboard focus at the end of the game.
      set(button, 'aria-disabled', can() && !store.state.editor ? null : 'true');
    });
  };
  store.subscribe(draw);
  draw();
}
