// What the visitor has chosen in the theory pane, as part of the state.

/** @typedef {import('../state.js').Store} Store */
/** @typedef {import('../state.js').State} State */

/**
 * @typedef {object} Choice
 * @property {boolean} colour whether the areas are coloured in on the board
 * @property {boolean} apart whether what blockers set apart is coloured by itself
 * @property {string | null} pointed label of the area that is pointed at
 * @property {string[]} open labels of the areas whose details are open
 * @property {string} board the position that `pointed` and `open` are about
 */

/** @param {State} state @returns {Choice} */
export function choiceOf(state) {
  return state.panes.theory ?? { colour: true, apart: false, pointed: null, open: [], board: '' };
}

/**
 * @param {Store} store
 * @param {Partial<Choice>} some
 */
export function choose(store, some) {
  store.update((state) => void (state.panes.theory = { ...choiceOf(state), ...some }));
}
