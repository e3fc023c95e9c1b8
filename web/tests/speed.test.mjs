// Speed and size of the page. Other programs on the machine do not count: the tests bound the work of the page's main thread,
// and see that nothing waits for the server. web/tests/measure.mjs prints the times for docs/results.md.

import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hold, oneOf, play, settled, square, startGame, waitForHeadline, withPage } from './page.mjs';
import { loaded } from './figures.mjs';

/** Bounds of the work in milliseconds of processor time: of the cheapest of several clicks, and of loading the page. */
const MOST = { click: 400, load: 3000 };

/** Moves in the test of clicks. */
const MOVES = 4;

/** Maximum size of all files of the page, in bytes. */
const LARGEST = 700_000;

/** Returns the processor time of the page's main thread from now on, in milliseconds. @param {import('playwright-core').Page} page */
async function stopwatch(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const work = metrics.find(({ name }) => name === 'TaskDuration');
    assert(work, 'chromium counts the work');
    return 1000 * work.value;
  };
  let before = await total();
  return async () => {
    const now = await total();
    const spent = now - before;
    before = now;
    return spent;
  };
}

test('clicks on 10x10 wait for no answer of the server, and take little work, while the engine is thinking', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '10 × 10', level: 10, seconds: 30 });
    // A move without a reply in the opening book.
    await play(page, 'd1-d2xd1');
    await waitForHeadline(page, 'Otrera (Black) is thinking');
    await page.getByRole('button', { name: 'First position' }).click();
    const spent = await stopwatch(page);
    const steps = /** @type {const} */ ([['pick', '.movable'], ['go', '[aria-label*="can move here"]'], ['shoot', '[aria-label*="can shoot here"]']]);
    /** @type {Record<string, number[]>} */
    const times = { pick: [], go: [], shoot: [] };
    for (let move = 1; move <= MOVES; move++) {
      await page.locator('#board .movable').first().waitFor();
      const release = await hold(page, '**/api/**');
      for (const [index, [name, selector]] of steps.entries()) {
        const at = await oneOf(page, selector, 7 * move);
        await spent();
        await square(page, at).click();
        if (name === 'shoot') await square(page, at).and(page.locator('[aria-label*="burnt"]')).waitFor();
        else await page.locator(`#board ${steps[index + 1]?.[1]}`).first().waitFor();
        await settled(page);
        times[name]?.push(await spent());
      }
      release();
      await page.unroute('**/api/**');
    }
    for (const [name, all] of Object.entries(times)) assert(Math.min(...all) < MOST.click, `${name}: ${all.map(Math.round)} ms`);
  });
});

test('the board is painted before the server has answered anything, and with little work', async () => {
  await withPage({}, async (page) => {
    const spent = await stopwatch(page);
    const release = await hold(page, '**/api/**');
    await page.reload();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0 && document.querySelector('#board [data-square]') !== null);
    await settled(page);
    const work = await spent();
    assert(work > 0 && work < MOST.load, `${Math.round(work)} ms`);
    release();
    await page.locator('#board .movable').first().waitFor();
  });
});

test('every file is loaded, and all files together are under 700 kB', async () => {
  await withPage({}, async (page) => {
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const { files } = await loaded(page);
    const web = join(dirname(fileURLToPath(import.meta.url)), '..');
    const there = readdirSync(web, { recursive: true }).map(String)
      .filter((name) => !/^(node_modules|tests)\b/.test(name) && /\.(html|js|css|svg|woff2)$/.test(name) && statSync(join(web, name)).isFile());
    // The page of a campaign loads its own files.
    assert.equal(files, there.filter((name) => !/^campaign[./]/.test(name)).length, 'loaded files and existing files');
    // Uncompressed, as the program embeds them.
    const bytes = there.reduce((sum, name) => sum + statSync(join(web, name)).size, 0);
    assert(bytes < LARGEST, `${bytes} bytes`);
  });
});
