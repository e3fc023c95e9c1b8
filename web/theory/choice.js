// The user's choices in the theory pane, as part of the state.

import { state, update } from '../state.js';

/** @returns {Choice} */
export const choiceOf = () => state.panes.theory ?? { colour: true, split: false, hovered: null, open: [], board: '' };

/** @param {Partial<Choice>} some */
export function choose(some) {
  update(() => (state.panes.theory = { ...choiceOf(), ...some }));
}
