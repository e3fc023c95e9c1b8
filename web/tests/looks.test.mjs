// Accessibility and appearance: axe reports no violations, light and dark; German; reduced motion.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAccessibility } from './axe.mjs';
import { openTab, positionHash, square, waitForHeadline, waitForText, withPage } from './page.mjs';
import { SUM } from './positions.mjs';

test('axe reports no violations while playing', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await checkAccessibility(page, 'start');
    await square(page, 'd1').click();
    await square(page, 'd7').click();
    await checkAccessibility(page, 'before the shot', '#board-region');
    await square(page, 'g7').click();
    await page.locator('#tree .move').nth(1).waitFor();
    await waitForHeadline(page, 'Your move');
    await checkAccessibility(page, 'after a move');
  });
});

test('axe reports no violations in dialogs and editor', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    for (const name of ['New game', 'Open', 'Share', 'Settings', 'Keyboard']) {
      await page.locator('#menu').getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      await checkAccessibility(page, name, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.locator('#menu').getByRole('button', { name: 'Set up' }).click();
    await waitForText(page.locator('#editor .verdict'), 'Valid position');
    await checkAccessibility(page, 'editor', '.side');
  });
});

test('axe reports no violations in analysis and theory with results', async () => {
  await withPage({ reducedMotion: 'reduce', hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    for (const item of await page.locator('.area-item').all()) await item.locator('summary').first().click();
    await page.locator('.area-item .thermograph').first().waitFor();
    await page.locator('.solve-part').getByRole('button', { name: 'Solve this position' }).click();
    await page.locator('.solve-part .winner').waitFor();
    await page.locator('.margin-part').getByRole('button', { name: 'Compute margin' }).click();
    await page.locator('.margin-part .winner').waitFor();
    await page.getByText('Meaning of the badges').click();
    await checkAccessibility(page, 'theory');
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.candidates tbody tr:not([hidden])').first().waitFor();
    await page.getByText('Evaluation terms').click();
    await page.getByLabel('Show on the board').selectOption('queen');
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    await checkAccessibility(page, 'analysis');
  });
});

test('the page follows the light or dark mode of the system', async () => {
  await withPage({}, async (page) => {
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      const [ground, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((text) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
      });
      assert(colorScheme === 'dark' ? ground < ink : ground > ink, `${ground} behind ${ink}`);
    }
  });
});

test('the language is the one of the browser until the user selects another', async () => {
  await withPage({ locale: 'de-DE', hash: positionHash(SUM) }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.getByRole('tab', { name: 'Theorie' }).click();
    await waitForText(page.locator('.sum-part .winner'), 'Weiß gewinnt');
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await checkAccessibility(page, 'German', '.side');
    await page.locator('#menu').getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByRole('dialog').getByLabel('Sprache').selectOption('en');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Theory' }).click();
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    await page.reload();
    await page.getByRole('tab', { name: 'Theory' }).waitFor();
  });
});

test('reduced motion disables animations', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    for (const name of ['d1', 'd7', 'g7']) await square(page, name).click();
    const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 20).length);
    assert.equal(moving, 0);
  });
});
