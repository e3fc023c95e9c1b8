// Focus and scrolling: nothing jumps away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, play, positionHash, settled, startGame, waitForText, withPage } from './page.mjs';
import { SUM } from './positions.mjs';

test('opening details in Theory does not lengthen the document', async () => {
  await withPage({ hash: positionHash(SUM), viewport: { width: 1280, height: 720 } }, async (page) => {
    await openTab(page, 'Theory');
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    for (const item of await page.locator('.area-item').all()) await item.locator('summary').first().click();
    await page.locator('.sum-more > summary').click();
    await page.getByText('Meaning of the badges').click();
    await page.locator('.area-item .thermograph').nth(3).waitFor();
    await settled(page);
    const { height, inner } = await page.evaluate(() => ({ height: document.documentElement.scrollHeight, inner: innerHeight }));
    assert(height <= inner + 120, `the document is ${height} high in a window of ${inner}`);
  });
});

test('a row of an area stays open if the list is drawn anew at that moment', async () => {
  await withPage({ hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    await page.waitForFunction(async () => {
      const { currentBoard, state } = await import('/state.js');
      return state.answers[currentBoard()]?.value && document.querySelector('.area-item summary');
    });
    // The list is drawn anew, as by a late answer, between the click and the event of the row.
    await page.evaluate(async () => {
      const { currentBoard, state, storeAnswer } = await import('/state.js');
      /** @type {HTMLElement} */ (document.querySelector('.area-item summary')).click();
      const { value } = state.answers[currentBoard()];
      storeAnswer(currentBoard(), 'value', null);
      await null;
      await null;
      storeAnswer(currentBoard(), 'value', value);
    });
    await page.locator('.area-item[open] .thermograph').waitFor();
  });
});

test('the editor keeps the focus and both sizes', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Set up' }).click();
    const editor = page.locator('#editor');
    await editor.getByLabel('Columns').fill('7');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.matches('#editor input[type=number]'));
    await page.keyboard.type('8');
    await page.keyboard.press('Tab');
    await page.getByRole('grid', { name: 'Board, 7 by 8 squares' }).waitFor();
    assert(await page.evaluate(() => document.activeElement?.closest('#editor') !== null && document.activeElement !== document.body));
  });
});

test('after a click on a tab the arrow keys step through the game', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    await play(page, 'b1-b4xb5');
    await page.locator('#tree .move').waitFor();
    await openTab(page, 'Analyse');
    await page.keyboard.press('ArrowLeft');
    await page.locator('#tree .move[aria-current]').waitFor({ state: 'detached' });
    assert(await page.getByRole('tab', { name: 'Analyse', selected: true }).count());
  });
});

test('a dialog opened by a key returns the focus', async () => {
  await withPage({}, async (page) => {
    for (const [key, name] of [['?', 'Keyboard shortcuts'], ['n', 'New game']]) {
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', key);
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    }
  });
});
