// The badge of a claim: its certainty as a word, a colour and a shape (seal: proven, book: from the atlas, wave:
// estimated, ring: open). Hover and focus show an explanation.

import { html, svg } from '../svg.js';
import { t } from '../text.js';

/** Paths of the shapes, in a 16 x 16 box. */
const SHAPES = /** @type {Record<Certainty, string>} */ ({
  proven: 'M8 1.2l1.8 1.5 2.3-.2.7 2.2 2 1.2-.7 2.1.7 2.1-2 1.2-.7 2.2-2.3-.2L8 14.8l-1.8-1.5-2.3.2-.7-2.2-2-1.2.7-2.1-.7-2.1 2-1.2.7-2.2 2.3.2zM4.9 8.1l2.2 2.2 4-4.3',
  atlas: 'M8 4C6.4 2.7 4.2 2.3 1.5 2.6v9.8C4.2 12.1 6.4 12.5 8 13.8 9.6 12.5 11.8 12.1 14.5 12.4V2.6C11.8 2.3 9.6 2.7 8 4zM8 4v9.8',
  estimated: 'M1.5 6.5C3.7 3.5 5.8 3.5 8 6.5S12.3 9.5 14.5 6.5M1.5 11C3.7 8 5.8 8 8 11S12.3 14 14.5 11',
  open: 'M8 2a6 6 0 1 0 .01 0z',
});

let last = 0;

/** @param {Certainty} certainty @param {string} [more] explanation; default: the meaning of the word */
export function badge(certainty, more) {
  const id = `badge-${++last}`;
  const tip = html('span.tip', { role: 'tooltip', id }, more ?? t(`badge.${certainty}.meaning`));
  const button = html('button', { class: `badge ${certainty}`, 'aria-describedby': id }, shape(certainty), t(`badge.${certainty}`));
  // Escape closes the tip, which may cover something (WCAG 1.4.13).
  const holder = html('span.badge-holder', { onkeydown: (event) => {
    if (event.key === 'Escape') holder.classList.add('quiet');
  }, onpointerleave: () => holder.classList.remove('quiet'), onfocusout: () => holder.classList.remove('quiet') }, button, tip);
  return holder;
}

/**
 * A badge without explanation, for places where no button is allowed.
 * @param {Certainty} certainty
 */
export const plainBadge = (certainty) => html('span', { class: `badge ${certainty}` }, shape(certainty), t(`badge.${certainty}`));

/** @param {Certainty} certainty */
export function shape(certainty) {
  return svg('svg.badge-shape', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[certainty] }));
}

export function legend() {
  const names = /** @type {Certainty[]} */ (['proven', 'atlas', 'estimated', 'open']);
  return html('dl.badge-legend', ...names.flatMap((name) => [
    html('dt', { class: `badge ${name}` }, shape(name), t(`badge.${name}`)),
    html('dd', t(`badge.${name}.meaning`)),
  ]));
}
