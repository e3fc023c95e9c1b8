// A reload keeps clock, tab and running work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, play, positionHash, waitForText, withPage } from './page.mjs';

/** Seconds on a clock: `2:57` or `9.3`. */
const seconds = (text) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

async function startWithClock(page) {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Two players', { exact: true }).click();
  await dialog.getByText('6 × 6', { exact: true }).click();
  await dialog.getByText('Per game', { exact: true }).click();
  await dialog.getByLabel('Minutes per side').fill('3');
  await dialog.getByLabel('Seconds added per move').fill('0');
  await dialog.getByRole('button', { name: 'Start game' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a reload gives no clock time back, and keeps the tab', async () => {
  await withPage({}, async (page) => {
    await startWithClock(page);
    const clock = page.locator('#player-bottom .clock');
    await openTab(page, 'Theory');
    await waitForText(clock, /2:(5[0-6]|[0-4]\d)/);
    const before = seconds((await clock.textContent()) ?? '');
    await page.reload();
    await waitForText(clock, /2:/);
    const after = seconds((await clock.textContent()) ?? '');
    assert(after <= before, `${before} s before and ${after} s after the reload`);
    await page.getByRole('tab', { name: 'Theory', selected: true }).waitFor();
  });
});

test('the page does not claim that the game waits while the clock runs', async () => {
  await withPage({}, async (page) => {
    await startWithClock(page);
    await play(page, 'b1-b4xb5');
    await page.locator('#tree .move').waitFor();
    await page.keyboard.press('Home');
    await waitForText(page.locator('#panel-play .advice'), 'the clock is running');
  });
});

test('a position that is too large is not offered to the solver', async () => {
  await withPage({ hash: positionHash('start:10x10') }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    await waitForText(page.locator('.solve-part').getByRole('status'), 'too large to be solved');
    assert.equal(await page.getByRole('button', { name: 'Solve this position' }).isVisible(), false);
    await page.keyboard.press('s');
    assert.equal(await page.getByRole('button', { name: 'Stop solving' }).isVisible(), false);
  });
});

test('a reload asks before it discards a proof, and offers to begin it again', async () => {
  await withPage({ hash: positionHash('start:6x6') }, async (page) => {
    const questions = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    await page.getByRole('button', { name: 'Solve this position' }).click();
    await page.getByRole('button', { name: 'Stop solving' }).waitFor();
    // The message goes by itself after a while.
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.notice', { hasText: 'The solver was stopped by the reload.' }).getByRole('button', { name: 'Start again' }).click();
    assert.deepEqual(questions, ['beforeunload']);
    await page.getByRole('button', { name: 'Stop solving' }).click();
  });
});
