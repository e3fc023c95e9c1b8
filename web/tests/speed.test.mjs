// Speed and size of the page, with generous bounds for loaded machines. web/tests/measure.mjs prints the figures for
// docs/results.md.

import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { play, startGame, waitForHeadline, withPage } from './page.mjs';
import { clicks, loaded } from './figures.mjs';

/** Bounds of the fastest click, in milliseconds: handled in the page, and with a request to the server. Other programs only add time. */
const SLOWEST = { page: 400, server: 1000 };

/** Maximum size of all files of the page, in bytes. */
const LARGEST = 700_000;

test('clicks on 10x10 respond at once while the engine is thinking', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '10 × 10', level: 10, seconds: 30 });
    // A move without a reply in the opening book.
    await play(page, 'd1-d2xd1');
    await waitForHeadline(page, 'Otrera (Black) is thinking');
    await page.getByRole('button', { name: 'First position' }).click();
    const times = await clicks(page, 5);
    await waitForHeadline(page, 'Otrera (Black) is thinking');
    for (const [name, all] of Object.entries(times)) assert(Math.min(...all) < SLOWEST[name === 'next' ? 'server' : 'page'], `${name}: ${all.map(Math.round)} ms`);
  });
});

/** Bound of the first paint, in milliseconds, and the number of loads of which the fastest counts. */
const PAINT = { slowest: 3000, loads: 3 };

test('first paint is fast', async () => {
  const paints = [];
  while (paints.length < PAINT.loads && !(Math.min(...paints) < PAINT.slowest)) {
    await withPage({}, async (page) => paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity)));
  }
  assert(Math.min(...paints) < PAINT.slowest, `${paints.map(Math.round)} ms`);
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
