/**
 * @param {HTMLElement} element
 * @param {import('../state.js').Store} store
 */
export function mount(element, store) {
  void element;
  void store;
}
