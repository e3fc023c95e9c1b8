// The end of a game: counting, resigning, the card, the rematch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandLine, play, positionHash, startGame, waitForHeadline, waitForText, withDownload, withPage } from './page.mjs';
import { checkAccessibility } from './axe.mjs';

/** White to move, who has two moves left, or thirteen. */
const LOST = 'b....#./.....#w/b....#. w';
const WON = 'w....#./.....#b/w....#. w';

/** Continues a position against the engine. */
async function continueGame(page, [here, white, start] = ['Continue from here', 'I play White', 'Start game']) {
  await page.getByRole('button', { name: here }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(white, { exact: true }).click();
  await dialog.getByRole('button', { name: start }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a decided game is counted by keys, with the margin of otrera score, and the owners are shown', async () => {
  const { winner, margin } = await commandLine('score', LOST);
  assert.equal(winner, 'black');
  await withPage({ hash: positionHash(LOST), reducedMotion: 'reduce' }, async (page) => {
    await continueGame(page);
    await waitForText(page.locator('.count'), `Black wins by ${margin} moves.`);
    await checkAccessibility(page, 'count', '.side');
    await page.getByRole('button', { name: 'Count and finish' }).focus();
    await page.keyboard.press('Enter');
    await waitForHeadline(page, 'Otrera won');
    await waitForText(page.locator('#panel-play .advice'), `The margin is ${margin} moves.`);
    const empty = LOST.split(' ')[0].match(/\./g)?.length;
    assert.equal(await page.locator('#board .heat').count(), empty);
    assert.equal(await page.locator('#board .heat.white').count(), 2);
    await withDownload(page, page.getByRole('button', { name: 'Save', exact: true }), async (path) => {
      assert.match(await readFile(path, 'utf8'), new RegExp(`RE\\[B\\+${margin}\\]`));
    });
  });
});

test('a game is counted in German', async () => {
  const { margin } = await commandLine('score', LOST);
  await withPage({ hash: positionHash(LOST), locale: 'de-DE', reducedMotion: 'reduce' }, async (page) => {
    await continueGame(page, ['Von hier weiterspielen', 'Ich spiele Weiß', 'Partie starten']);
    await waitForText(page.locator('.count'), `Schwarz gewinnt mit ${margin} Zügen Vorsprung.`);
    await checkAccessibility(page, 'count in German', '.side');
    await page.getByRole('button', { name: 'Auszählen und beenden' }).click();
    await waitForText(page.locator('#panel-play .advice'), `Der Vorsprung beträgt ${margin} Züge.`);
    await checkAccessibility(page, 'counted in German');
  });
});

test('a game that the last move decides is counted in words', async () => {
  await withPage({ hash: positionHash('w...#...b w') }, async (page) => {
    await continueGame(page);
    await waitForText(page.locator('.count'), 'Black wins by the last move.');
    await page.locator('.invite').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Count and finish' }).click();
    await waitForText(page.locator('#panel-play .advice'), 'The last move decides.');
  });
});

test('the engine resigns a decided game that it has lost, unless the user forbids it', async () => {
  await withPage({ hash: positionHash(WON) }, async (page) => {
    await continueGame(page);
    await waitForHeadline(page, 'You won');
    await waitForText(page.locator('#panel-play .advice'), 'Black resigned');
    await page.locator('#menu').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByText('Otrera resigns lost games').click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.locator('.count').waitFor();
    await waitForHeadline(page, 'Your move');
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.locator('.count').waitFor({ state: 'hidden' });
    await waitForHeadline(page, 'Your move');
  });
});

test('the card shows chances and kept shares, and a rematch swaps the colours, on a phone', async () => {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }, async (page) => {
    await startGame(page, { size: '5 × 5', level: 1 });
    await play(page, 'b1-b4xb3');
    await page.locator('#tree .move').nth(1).waitFor();
    await waitForHeadline(page, 'Your move');
    await page.getByRole('button', { name: 'Resign' }).tap();
    await page.getByRole('button', { name: 'Yes, resign' }).tap();
    await waitForHeadline(page, 'Otrera won');
    const card = page.locator('.card');
    await waitForText(card.locator('.card-sides'), /White.*accuracy \d+%, mistakes: \d+.*Black/);
    await card.locator('.graph-curve').waitFor();
    await checkAccessibility(page, 'card', '.side');
    await card.getByRole('button', { name: 'Analyse' }).tap();
    await page.getByRole('tab', { name: 'Analyse', selected: true }).waitFor();
    await page.locator('.graph .graph-curve').waitFor();
    await page.getByRole('tab', { name: 'Play' }).tap();
    await page.getByRole('button', { name: 'Rematch, colours swapped' }).tap();
    // Black is at the bottom now, and the engine begins.
    await waitForText(page.locator('#player-bottom'), 'You');
    await waitForText(page.locator('#player-bottom'), 'Black');
    await page.locator('#tree .move').first().waitFor();
    await waitForHeadline(page, 'Your move');
  });
});
