// A phone: 360 by 740 pixels, touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, pieces, positionHash, square, startGame, tapMove, waitForHeadline, withPage } from './page.mjs';
import { SUM } from './positions.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Fails if anything extends beyond the width of the screen. */
async function fits(page, where) {
  const { width, wide } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    wide: [...document.querySelectorAll('main *, header *, dialog *')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.right <= innerWidth + 0.5) return false;
      // Elements inside a scrolling container may be wider.
      for (let above = element.parentElement; above; above = above.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(above).overflowX)) return false;
      }
      return true;
    }).map((element) => element.outerHTML.slice(0, 100)),
  }));
  assert.deepEqual(wide, [], where);
  assert(width <= 360, `${where}: ${width} pixels wide`);
}

test('a move is played by tapping, and the page fits', async () => {
  await withPage(PHONE, async (page) => {
    await fits(page, 'start');
    const box = await page.locator('#board').boundingBox();
    assert(box.width > 300, `the board is ${box.width} wide`);
    assert(box.x >= 0 && box.y + box.height <= 740, 'the board is visible without scrolling');
    await tapMove(page, 'd1-d7xg7');
    await page.locator('#tree .move', { hasText: 'd1-d7xg7' }).waitFor();
    assert.equal((await pieces(page)).g7, 'burnt');
    await waitForHeadline(page, 'Your move');
    await fits(page, 'after a move');
  });
});

test('every pane and dialog fits a phone', async () => {
  await withPage({ ...PHONE, hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    await page.locator('.area-item').first().locator('.badge', { hasText: 'proven' }).waitFor();
    await page.locator('.area-item summary').first().click();
    await page.locator('.area-item[open] .thermograph').waitFor();
    await fits(page, 'theory');
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.candidates tbody tr:not([hidden])').first().waitFor();
    await page.getByText('Evaluation terms').click();
    await page.getByLabel('Show on the board').selectOption('queen');
    await fits(page, 'analysis');
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    const menu = await page.locator('#menu .button:visible').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(menu).size, 1, 'the menu has one line');
    for (const name of ['New game', 'Open', 'Share', 'Settings']) {
      await page.locator('#menu').getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      await fits(page, name);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.locator('#menu').getByRole('button', { name: 'Set up' }).click();
    await page.locator('#editor').waitFor();
    await fits(page, 'editor');
  });
});

test('squares of an 11x11 board are large enough to tap, and a 4K screen is used', async () => {
  await withPage(PHONE, async (page) => {
    await startGame(page, { who: 'Two players', size: '11 × 11' });
    const cell = await square(page, 'f6').boundingBox();
    assert(cell.width >= 24, `a square is ${cell.width} pixels wide`);
    await fits(page, '11 x 11');
  });
  await withPage({ viewport: { width: 3840, height: 2160 } }, async (page) => {
    const box = await page.locator('#board').boundingBox();
    assert(box.height > 1000, `the board is ${box.height} high`);
    assert(box.y + box.height <= 2160, 'the board is visible without scrolling');
  });
});

test('the board stays in sight while the panel is scrolled', async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 390, height: 844 }]) {
    await withPage({ ...PHONE, viewport, hash: positionHash(SUM) }, async (page) => {
      await openTab(page, 'Theory');
      await page.locator('.area-item').nth(1).waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForFunction(() => scrollY > 200);
      const box = await page.locator('#board').boundingBox();
      assert(box && box.y >= 0 && box.y + box.height < 0.6 * viewport.height, JSON.stringify(box));
      const top = await page.evaluate(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#board') !== null, box);
      assert(top, 'nothing covers the board');
    });
  }
});
