// Measures the page, for docs/results.md:
//
//   node web/tests/measure.mjs target/release/otrera

import { chromium } from 'playwright-core';
import { clicks, firstPaint, loaded, median } from './figures.mjs';
import { findChromium, FLAGS, startServer } from './start.mjs';

/** Moves played while the engine is thinking, with three clicks each, and page loads in a fresh browser. */
const MOVES = 30;
const LOADS = 9;

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/tests/measure.mjs PROGRAM');
  process.exit(2);
}
const server = await startServer(program);
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: FLAGS });
const print = (what, text) => console.log(`${what.padEnd(28)}${text}`);
const spread = (all) => `median ${median(all).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms (${all.length})`;

const loads = [];
for (let load = 0; load < LOADS; load++) loads.push(await firstPaint(browser, server.address));
print('first paint', spread(loads.map(({ paint }) => paint)));
print('board drawn', spread(loads.map(({ board }) => board)));

const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' });
const page = await context.newPage();
await page.addInitScript(() => localStorage.setItem('otrera.game-wishes', JSON.stringify({ level: 10, seconds: 30 })));
await page.goto(server.address);
await page.locator('#board .movable').first().waitFor();
const { files, bytes, sent } = await loaded(page);
print('assets', `${files} files, ${bytes} bytes, sent as ${sent} bytes`);

await page.keyboard.press('n');
await page.keyboard.press('Enter');
// A move without a reply in the opening book.
for (const name of ['d1', 'd2', 'd1']) await page.locator(`#board [data-square="${name}"]`).click();
await page.locator('#panel-play .headline', { hasText: 'is thinking' }).waitFor();
await page.keyboard.press('Home');
const times = await clicks(page, MOVES);
if (!(await page.locator('#panel-play .headline', { hasText: 'is thinking' }).count())) throw new Error('the engine moved before the measurement was complete');
print('click on an amazon', spread(times.pick));
print('click on a square', spread(times.go));
print('click that shoots', spread(times.shoot));
print('moves of the opponent', spread(times.next));

await browser.close();
await server.stop();
