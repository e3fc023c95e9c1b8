// What the visitor has chosen in the theory pane, as part of the state.

/** @param {State} state @returns {Choice} */
export function choiceOf(state) {
  return state.panes.theory ?? { colour: true, apart: false, pointed: null, open: [], board: '' };
}

/** @param {Store} store @param {Partial<Choice>} some */
export function choose(store, some) {
  store.update((state) => void (state.panes.theory = { ...choiceOf(state), ...some }));
}
