// The position editor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces, square, waitForText, withPage } from './page.mjs';

test('a position is set up by pointer and keys, and used', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Set up' }).click();
    const editor = page.locator('#editor');
    await editor.getByLabel('Columns').fill('4');
    await editor.getByLabel('Columns').press('Tab');
    await editor.getByLabel('Rows').fill('3');
    await editor.getByLabel('Rows').press('Tab');
    await editor.getByRole('button', { name: 'Clear board' }).click();
    await editor.getByText('White amazon', { exact: true }).click();
    await square(page, 'a1').click();
    await editor.getByText('Black amazon', { exact: true }).click();
    await square(page, 'd3').click();
    await editor.getByText('Arrow', { exact: true }).click();
    await square(page, 'b2').click();
    await square(page, 'c2').click();
    // A second click removes it.
    await square(page, 'c2').click();
    await square(page, 'c2').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    await editor.getByText('Black', { exact: true }).click();
    await waitForText(editor.locator('.board-text'), '...b/.#.#/w... b');
    await waitForText(editor.locator('.verdict'), /Valid position, \d+ legal moves\./);
    await editor.getByRole('button', { name: 'Use this position' }).click();
    await editor.waitFor({ state: 'hidden' });
    assert.deepEqual(await pieces(page), { a1: 'white amazon', b2: 'burnt', d2: 'burnt', d3: 'black amazon' });
    await waitForText(page.locator('#panel-play .headline'), 'Black to move');
  });
});

test('an invalid position is refused with the message of the server', async () => {
  await withPage({ refusals: 2 }, async (page) => {
    const before = await pieces(page);
    await page.getByRole('button', { name: 'Set up' }).click();
    const editor = page.locator('#editor');
    // A board has at most 128 squares.
    await editor.getByLabel('Columns').fill('20');
    await editor.getByLabel('Columns').press('Tab');
    await waitForText(editor.locator('.verdict.problem'), /128/);
    const use = editor.getByRole('button', { name: 'Use this position' });
    assert.equal(await use.getAttribute('aria-disabled'), 'true');
    await use.click({ force: true });
    assert(await editor.isVisible());
    // 2 x 10 has no standard setup.
    await editor.getByLabel('Columns').fill('2');
    await editor.getByLabel('Columns').press('Tab');
    await waitForText(editor.locator('.verdict'), 'Valid position');
    await editor.getByRole('button', { name: 'Standard setup' }).click();
    await editor.locator('.verdict.problem').waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
    assert.deepEqual(await pieces(page), before);
  });
});
