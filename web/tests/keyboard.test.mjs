// Keyboard control and screen reader announcements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces, waitForHeadline, waitForText, withPage } from './page.mjs';

test('a move is played and undone by keys alone', async () => {
  await withPage({}, async (page) => {
    const said = (words) => waitForText(page.locator('#announcer'), words);
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const before = await pieces(page);
    // The first tab stop leads to the board.
    await press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the board');
    await press('Enter');
    await page.locator('#board [data-square="a1"]:focus').waitFor();
    await press('ArrowRight', 'ArrowRight', 'ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'd1, white amazon');
    await press('Enter');
    await said('d1 selected, 20 squares to move to.');
    await press('ArrowUp', 'ArrowUp', 'Enter');
    await said(/Moves to d3, \d+ squares to shoot at\./);
    await press('Escape');
    await said('d1 selected');
    await press('Escape');
    await said('Selection cleared.');
    assert.deepEqual(await pieces(page), before);
    await press('ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', ' ', 'ArrowLeft', 'Enter');
    await page.locator('#tree .move', { hasText: 'd1-d3xc3' }).waitFor();
    assert.equal((await pieces(page)).c3, 'burnt');
    // The engine's reply is announced.
    await said(/Black: \w+ to \w+, arrow to \w+/);
    await waitForHeadline(page, 'Your move');
  });
});

test('tabs, dialogs, typed moves and navigation work by keys', async () => {
  await withPage({}, async (page) => {
    await page.keyboard.press('3');
    await page.getByRole('tab', { name: 'Theory', selected: true }).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('tab', { name: 'Analyse', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Analyse' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Play', selected: true }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'New game' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert(await page.getByLabel('Two players').isChecked());
    await page.keyboard.press('Enter');
    await waitForHeadline(page, 'White to move');
    await page.keyboard.press('m');
    await page.locator('#typed-move:focus').waitFor();
    await page.keyboard.type('d1-d7xg7');
    await page.keyboard.press('Enter');
    await page.locator('#tree .move', { hasText: 'd1-d7xg7' }).waitFor();
    await waitForHeadline(page, 'Black to move');
    await page.getByRole('tab', { name: 'Play' }).focus();
    await page.keyboard.press(',');
    await page.locator('#tree .move[aria-current]').waitFor({ state: 'detached' });
    await page.keyboard.press('.');
    await page.locator('#tree .move[aria-current]').waitFor();
  });
});

test('every tab stop is visible and has a name', async () => {
  await withPage({}, async (page) => {
    for (const tab of ['1', '2', '3']) {
      await page.keyboard.press(tab);
      const seen = new Set();
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const element = /** @type {HTMLElement} */ (document.activeElement);
          if (element === document.body) return null;
          const box = element.getBoundingClientRect();
          const name = element.getAttribute('aria-label') ?? element.getAttribute('aria-labelledby') ?? element.textContent ?? '';
          const label = name || (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? [...element.labels ?? []].map((one) => one.textContent).join('') : '');
          return { what: element.outerHTML.slice(0, 120), label: label.trim(), size: box.width * box.height };
        });
        if (!at) break;
        assert(at.label, `no name: ${at.what}`);
        assert(at.size > 0, `not visible: ${at.what}`);
        seen.add(at.what);
      }
      assert(seen.size >= 12, `${seen.size} stops`);
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    }
  });
});
