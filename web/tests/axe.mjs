// The accessibility check of the page tests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours; only these can differ on a dark page. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Fails on violations found by axe; only colour rules are repeated on the dark page. `part` is a selector. */
export async function checkAccessibility(page, where, part = 'body') {
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    // Colours are final after the transitions.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
    const found = await page.evaluate(async ({ part, rules }) => {
      const { violations } = await globalThis.axe.run(part, { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`);
    }, { part, rules: colorScheme === 'dark' ? COLOURS : null });
    assert.deepEqual(found, [], `${where}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
