// The tree as the program draws it. The page gives it the colours of the light or dark system.

import { html } from '../svg.js';
import { t } from '../text.js';

/** @param {string} text SVG */
export function drawTree(text) {
  const drawing = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  drawing.setAttribute('aria-hidden', 'true');
  // The page has its own title.
  drawing.querySelector(':scope > title')?.remove();
  return html('section.panel', { 'aria-labelledby': 'heading-tree' },
    html('h2', { id: 'heading-tree' }, t('campaign.tree')),
    html('p.soft', t('campaign.tree.words')),
    html('div.campaign-tree', drawing));
}
