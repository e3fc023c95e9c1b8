// What must hold for the speed of the page, asserted generously: the tests run on machines with much else to do.
// web/tests/measure.mjs has the figures for docs/results.md.

import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { play, startGame, waitForHeadline, withPage } from './page.mjs';
import { clicks, loaded, median } from './figures.mjs';

/** Milliseconds that half of the clicks may take at most, on such a machine; and where the server has to be asked. */
const SLOWEST = { page: 400, server: 1000 };

/** Bytes that all files of the page may have together. */
const LARGEST = 300_000;

test('clicks on 10x10 are answered at once while the engine thinks', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '10 × 10', level: 10, seconds: 30 });
    // A move that no opening book has an answer to.
    await play(page, 'd1-d2xd1');
    await waitForHeadline(page, 'Otrera (Black) is thinking');
    await page.getByRole('button', { name: 'First position' }).click();
    const times = await clicks(page, 5);
    await waitForHeadline(page, 'Otrera (Black) is thinking');
    for (const [name, all] of Object.entries(times)) assert(median(all) < SLOWEST[name === 'next' ? 'server' : 'page'], `${name}: ${all.map(Math.round)} ms`);
  });
});

test('the page is painted within a second, and all of its files are loaded and are under 300 kB', async () => {
  await withPage({}, async (page) => {
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    assert(paint < 3000, `${paint} ms`);
    const { files } = await loaded(page);
    const web = join(dirname(fileURLToPath(import.meta.url)), '..');
    const there = readdirSync(web, { recursive: true }).map(String)
      .filter((name) => !/^(node_modules|tests)\b/.test(name) && /\.(html|js|css|svg)$/.test(name) && statSync(join(web, name)).isFile());
    assert.equal(files, there.length, 'files that are loaded, and files that are there');
    // As they stand, which is what the program embeds; they are sent in less than half of that.
    const bytes = there.reduce((sum, name) => sum + statSync(join(web, name)).size, 0);
    assert(bytes < LARGEST, `${bytes} bytes`);
  });
});
