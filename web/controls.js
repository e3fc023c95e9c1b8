// The buttons under the board: navigation, take back, redo, flip.

import { icon } from './icons.js';
import { redo, undo, undoTarget } from './play.js';
import { currentLine, currentNode, flip, goTo, state, watch } from './state.js';
import { html, set } from './svg.js';
import { t } from './text.js';
import { ROOT } from './tree.js';

/** Navigation steps, shared by buttons and keys. */
export const STEPS = {
  first: () => goTo(ROOT),
  back: () => {
    const { parent } = currentNode();
    if (parent !== null) goTo(parent);
  },
  forward: () => {
    const [next] = currentNode().children;
    if (next !== undefined) goTo(next);
  },
  last: () => goTo(currentLine().at(-1)?.id ?? ROOT),
};

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {{name: Icon, act: () => void, can: () => boolean}[]} */
  const all = [
    { name: 'first', act: STEPS.first, can: () => state.current !== ROOT },
    { name: 'back', act: STEPS.back, can: () => state.current !== ROOT },
    { name: 'forward', act: STEPS.forward, can: () => currentNode().children.length > 0 },
    { name: 'last', act: STEPS.last, can: () => currentNode().children.length > 0 },
    { name: 'undo', act: undo, can: () => undoTarget() !== null },
    { name: 'redo', act: redo, can: () => state.play.undone.length > 0 },
    { name: 'flip', act: flip, can: () => true },
  ];
  for (const { name, act, can } of all) {
    const button = html('button.button.quiet', { onclick: act }, icon(name));
    element.append(button);
    watch(() => {
      set(button, 'aria-label', t(`control.${name}`));
      set(button, 'title', t(`control.${name}`));
      // Not `disabled`, which would lose the keyboard focus at the end of the game.
      set(button, 'aria-disabled', can() && !state.editor ? null : 'true');
    });
  }
}
