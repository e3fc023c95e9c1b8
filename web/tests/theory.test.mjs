// The Theory pane: areas, thermographs, proofs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, commandOutput, hold, openTab, positionHash, waitForText, withDownload, withPage } from './page.mjs';
import { ENDGAME, FIGHT, SUM } from './positions.mjs';

test('areas are coloured, with letters and patterns', async () => {
  const { areas } = await commandLine('areas', ENDGAME, '--basic');
  await withPage({ hash: positionHash(ENDGAME) }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    assert.equal(await page.locator('.area-item').count(), areas.length);
    for (const [index, { label, empty, squares }] of areas.entries()) {
      const item = page.locator('.area-item').nth(index);
      assert.equal(await item.locator('.swatch').getAttribute('aria-label'), `Area ${label}`);
      assert.equal(await item.locator('.area-size').textContent(), `${empty} empty`);
      assert.equal(await page.locator('#board .area', { has: page.locator(`text="${label}"`) }).count(), squares.length);
    }
    assert(await page.locator('#board .area rect[fill*="url"]').count(), 'territories have a pattern');
    await page.getByLabel('Colour areas').uncheck();
    await page.locator('#board .area').first().waitFor({ state: 'detached' });
  });
});

test('a thermograph has the corners of otrera value', async () => {
  const { areas } = await commandLine('value', SUM);
  await withPage({ hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    const item = page.locator('.area-item').first();
    await waitForText(item.locator('.badge'), 'proven');
    await item.locator('summary').first().click();
    const picture = item.locator('svg.thermograph');
    await picture.waitFor();
    const { left, right } = areas[0].thermograph;
    // The meeting point belongs to both walls and is drawn once.
    assert.equal(await picture.locator('.left-corner').count(), left.length - 1);
    assert.equal(await picture.locator('.right-corner').count(), right.length - 1);
    assert.equal(await picture.locator('.meeting').count(), 1);
    const words = (await picture.locator('desc').textContent()) ?? '';
    assert(words.includes(`Mean ${areas[0].mean}, temperature ${areas[0].temperature}`), words);
    const box = await picture.boundingBox();
    assert(box.width > 150 && box.height > 100);
    // Black's stop is left of White's.
    const [black, white] = await Promise.all(['.left-corner', '.right-corner'].map((name) => picture.locator(name).first().boundingBox()));
    assert(black.x < white.x);
  });
});

test('a solved endgame has the proven badge, and otrera verify accepts its certificate', async () => {
  await withPage({ hash: positionHash(FIGHT) }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    const part = page.locator('.solve-part');
    await part.getByRole('button', { name: 'Solve this position' }).click();
    await waitForText(part.locator('.winner'), 'Black wins by');
    const badge = part.locator('.badge.proven');
    assert.equal(await badge.textContent(), 'proven');
    await withDownload(page, part.getByRole('link', { name: 'Download certificate' }), async (path) => {
      const { code, stdout } = await commandOutput('verify', path);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^valid: Black wins b\.\.w\/\.\.\.\.\/w\.\.b with Black to move/);
    });
    // The evaluation bar shows it too.
    assert.match((await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext')) ?? '', /Black wins/);
  });
});

test('an endgame on 10x10 is solved, and an area that is too large is named', async () => {
  await withPage({ hash: positionHash(ENDGAME) }, async (page) => {
    const { winner } = await commandLine('solve', ENDGAME);
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    const part = page.locator('.solve-part');
    await part.getByRole('button', { name: 'Solve this position' }).click();
    await waitForText(part.locator('.winner'), winner === 'white' ? 'White wins' : 'Black wins');
    await withDownload(page, part.getByRole('link', { name: 'Download certificate' }), async (path) => {
      const { code, stdout } = await commandOutput('verify', path);
      assert.equal(code, 0, stdout);
    });
  });
  await withPage({ hash: positionHash('start:10x10') }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    const part = page.locator('.solve-part');
    await waitForText(part.getByRole('status'), 'Area A is still too large to be solved.');
    assert.equal(await part.getByRole('button', { name: 'Solve this position' }).isVisible(), false);
  });
});

test('a solve goes on when a cancelled question reaches the server after it', async () => {
  await withPage({ hash: positionHash(FIGHT) }, async (page) => {
    // The server takes the later one for the newer, and ends the solve.
    let ended = 0;
    await page.route('**/api/stream/solve', (route) => ended++ > 0 ? route.continue()
      : route.fulfill({ contentType: 'text/event-stream', body: 'event: error\ndata: {"error":"a newer question","code":"server.replaced","parameters":{}}\n\n' }));
    await openTab(page, 'Theory');
    const part = page.locator('.solve-part');
    await part.getByRole('button', { name: 'Solve this position' }).click();
    await waitForText(part.locator('.winner'), 'Black wins by');
    assert.equal(ended, 2);
  });
});

test('a position is solved by its key before the areas are known', async () => {
  await withPage({ hash: positionHash(FIGHT) }, async (page) => {
    const release = await hold(page, '**/api/areas');
    await page.keyboard.press('s');
    const part = page.locator('.solve-part');
    await waitForText(part.locator('.winner'), 'Black wins by');
    release();
    await page.locator('.area-item').first().waitFor();
    await waitForText(part.locator('.winner'), 'Black wins by');
  });
});

test('solving shows progress and can be stopped', async () => {
  await withPage({ hash: positionHash('start:6x6') }, async (page) => {
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    const part = page.locator('.solve-part');
    await part.getByRole('button', { name: 'Solve this position' }).click();
    await part.locator('.figures').waitFor();
    await part.locator('.figures dd', { hasText: /[1-9]/ }).first().waitFor();
    await part.getByRole('button', { name: 'Stop solving' }).click();
    await part.getByRole('button', { name: 'Solve this position' }).waitFor();
  });
});

test('the sum shows winner and reasons, and every claim has a badge', async () => {
  await withPage({ hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    const sum = page.locator('.sum-part');
    await waitForText(sum.locator('.winner'), 'White wins.');
    assert.equal(await sum.locator('.winner .badge').textContent(), 'proven');
    await waitForText(sum.locator('.why'), 'The sum is less than 0: White wins, no matter who moves first.');
    await waitForText(sum.locator('.why'), 'Area A is the hottest, with temperature 3/2.');
    for (const item of await page.locator('.area-item').all()) {
      assert.match((await item.locator('summary .badge').textContent()) ?? '', /^(proven|from the atlas)$/);
    }
    await page.locator('.margin-part').getByRole('button', { name: 'Compute margin' }).click();
    await waitForText(page.locator('.margin-part .winner'), 'White wins by 2 moves.');
    assert.equal(await page.locator('.margin-part .winner .badge').textContent(), 'proven');
  });
  await withPage({ hash: positionHash(ENDGAME) }, async (page) => {
    await openTab(page, 'Theory');
    await waitForText(page.locator('.area-item').nth(1).locator('.badge'), 'open');
    await waitForText(page.locator('.sum-part .winner .badge'), 'estimated');
  });
});
