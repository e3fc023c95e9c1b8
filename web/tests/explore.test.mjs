// The gallery of the theory, the opening explorer, and pictures.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { DARK, LIGHT } from '../charcoal.js';
import { checkAccessibility } from './axe.mjs';
import { commandLine, openTab, pieces, piecesOf, play, positionHash, pressByKeys, startGame, waitForText, withDownload, withPage } from './page.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };

async function openGallery(page) {
  await page.locator('#menu').getByRole('button', { name: 'Explore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Explore' });
  await dialog.locator('.exhibit').first().waitFor();
  return dialog;
}

test('the gallery has all small graphs, and a board of it opens in Theory by keys', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    const dialog = await openGallery(page);
    // Müller & Tegos 2002, Table 1.
    for (const [index, count] of [1, 1, 3, 11, 42].entries()) {
      assert.equal(await dialog.locator('.gallery-group').nth(index).locator('.exhibit').count(), count);
    }
    await checkAccessibility(page, 'gallery', 'dialog');
    await dialog.getByRole('button', { name: 'Show the graphs with six points' }).click();
    await dialog.locator('.gallery-group').nth(5).locator('.exhibit').nth(198).waitFor();
    await dialog.getByText('Zugzwangs', { exact: true }).click();
    const costly = dialog.locator('.gallery-group').first();
    await waitForText(costly, 'The smallest that cost two moves');
    assert.equal(await costly.locator('.exhibit').count(), 4);
    await waitForText(costly, 'Black first −2, White first 2');
    const hexagon = costly.locator('.exhibit', { hasText: 'White first 2' }).filter({ hasText: '−2' }).first();
    await hexagon.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Theory', selected: true }).waitFor();
    assert.deepEqual(Object.values(await pieces(page)).filter((piece) => piece.includes('amazon')).sort(), ['black amazon', 'white amazon']);
    await waitForText(page.locator('.area-item .badge'), /proven|from the atlas/);
  });
});

test('values of the gallery are those of otrera value, with thermographs', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    const dialog = await openGallery(page);
    await dialog.getByText('Values', { exact: true }).click();
    const numbers = dialog.locator('.gallery-group').first().locator('.exhibit');
    await numbers.nth(5).waitFor();
    assert.deepEqual((await numbers.locator('.value-line').allTextContents()).slice(0, 4), ['−1/2', '1/4', '7/8', '−1/16']);
    const large = dialog.locator('.gallery-group').nth(2).locator('.exhibit').first();
    const board = /Board (\S+)/.exec((await large.getByRole('img').getAttribute('aria-label')) ?? '')?.[1] ?? '';
    const { areas } = await commandLine('value', board);
    await waitForText(large, `temperature ${areas[0].temperature}`);
    await large.getByText('Thermograph').click();
    const picture = large.locator('svg.thermograph');
    await picture.waitFor();
    assert.equal(await picture.locator('.left-corner').count(), areas[0].thermograph.left.length - 1);
    await checkAccessibility(page, 'values', 'dialog');
    await large.getByRole('button', { name: 'Open on the board' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await pieces(page), piecesOf(board));
  });
});

test('the gallery fits a phone, in German', async () => {
  await withPage({ ...PHONE, locale: 'de-DE' }, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Entdecken' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Entdecken' });
    await dialog.locator('.exhibit').first().waitFor();
    await dialog.getByText('Defekte', { exact: true }).tap();
    await waitForText(dialog, 'Zwölf Bretter, ein Graph');
    assert.equal(await dialog.locator('.gallery-group', { hasText: 'Zwölf Bretter' }).locator('.exhibit', { hasText: 'Defekte: 3' }).count(), 12);
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    assert(wide <= 0, `${wide} pixels too wide`);
    await checkAccessibility(page, 'the gallery in German', 'dialog');
    await dialog.locator('.exhibit-open').first().tap();
    await page.getByRole('tab', { name: 'Theorie', selected: true }).waitFor();
  });
});

test('the book is explored move by move', async () => {
  const { moves } = await commandLine('openings', 'start:8x8');
  await withPage({ hash: positionHash('start:8x8'), reducedMotion: 'reduce' }, async (page) => {
    await openTab(page, 'Analyse');
    const part = page.locator('.openings-part');
    await part.locator('tbody tr').first().waitFor();
    const [first] = moves;
    await waitForText(part.locator('tbody tr.chosen').first(), first.move);
    await waitForText(part.locator('tbody tr.chosen').first(), `${Math.round(100 * first.chance)}%`);
    await checkAccessibility(page, 'openings', '.openings-part');
    await part.locator('tbody tr').first().getByRole('button').first().click();
    await page.locator('#tree .move', { hasText: first.move }).waitFor();
  });
});

test('the book is explored by keys, and on a phone', async () => {
  const { moves: [first] } = await commandLine('openings', 'start:8x8');
  await withPage({ hash: positionHash('start:8x8') }, async (page) => {
    await page.keyboard.press('2');
    await page.locator('.openings-part tbody tr').first().waitFor();
    await pressByKeys(page, first.move);
    await page.locator('#tree .move', { hasText: first.move }).waitFor();
  });
  await withPage({ ...PHONE, hash: positionHash('start:8x8'), locale: 'de-DE' }, async (page) => {
    await page.getByRole('tab', { name: 'Analyse' }).tap();
    const part = page.locator('.openings-part');
    await part.getByRole('button', { name: first.move, exact: true }).tap();
    await page.locator('#tree .move', { hasText: first.move }).waitFor();
    await checkAccessibility(page, 'openings in German', '.side');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
  });
});

test('a picture is saved by keys alone', async () => {
  await withPage({}, async (page) => {
    await pressByKeys(page, 'Share');
    await page.getByRole('dialog').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), pressByKeys(page, 'SVG')]);
    assert.equal(download.suggestedFilename(), 'otrera.svg');
  });
});

test('every move of a small board is solved, and 5x6 has its proven move', async () => {
  const { moves } = await commandLine('solve', 'start:5x4', '--all-moves');
  const winning = moves.filter(({ result }) => result === 'win').length;
  await withPage({ hash: positionHash('start:5x4'), reducedMotion: 'reduce' }, async (page) => {
    await openTab(page, 'Analyse');
    const part = page.locator('.openings-part');
    await waitForText(part.locator('tbody tr').first(), 'wins');
    // There is no book for this board.
    assert.deepEqual(await part.locator('th:visible').allTextContents(), ['Move', 'Proven']);
    await part.getByRole('button', { name: 'Solve every move' }).click();
    const more = part.getByRole('button', { name: 'more moves' });
    await more.click();
    await part.locator('tbody tr').nth(moves.length - 1).waitFor();
    assert.equal(await part.locator('tbody tr', { hasText: 'wins' }).count(), winning);
    assert.equal(await part.locator('tbody tr', { hasText: 'loses' }).count(), moves.length - winning);
  });
  await withPage({ hash: positionHash('start:5x6') }, async (page) => {
    await openTab(page, 'Analyse');
    await waitForText(page.locator('.openings-part tbody tr', { hasText: 'b1-b4xd4' }), 'wins');
  });
});

test('pictures of the position and of the game are saved', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    for (const [index, move] of ['b1-b4xb5', 'a5-a3xb3'].entries()) {
      await play(page, move);
      await page.locator('#tree .move').nth(index).waitFor();
    }
    await page.locator('#menu').getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Width').selectOption('320');
    const bytes = async (name) => {
      let found = Buffer.alloc(0);
      await withDownload(page, dialog.getByRole('button', { name, exact: true }), async (path) => {
        found = await readFile(path);
      });
      return found;
    };
    const png = await bytes('PNG');
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.equal(png.readUInt32BE(16), 320);
    const svg = (await bytes('SVG')).toString();
    assert.match(svg, /a5-a3xb3, White to move/);
    // The picture has the amazons and the charcoal of the board on the page.
    for (const path of [DARK, LIGHT]) assert(svg.includes(`d="${path}"`), path);
    const archer = await page.locator('#amazon path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    assert.equal(archer.length, 8);
    for (const path of archer) assert(svg.includes(`d="${path}"`), String(path));
    const gif = await bytes('GIF of the game');
    assert.equal(gif.toString('latin1', 0, 6), 'GIF89a');
    assert.equal(gif.readUInt16LE(6), 320);
    // One graphic control block for each position.
    assert.equal(gif.toString('latin1').split('\x21\xf9\x04').length - 1, 3);
  });
  await withPage(PHONE, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Share' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'GIF of the game' }).tap();
    await waitForText(page.locator('.picture-tools .problem'), 'There are no moves to animate yet.');
  });
});

test('a picture is copied', async () => {
  await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy picture' }).click();
    await page.waitForFunction(async () => {
      const [item] = await navigator.clipboard.read().catch(() => []);
      return item?.types.includes('image/png');
    });
  });
});
