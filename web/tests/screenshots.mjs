// Takes the screenshots of README.md and docs/tour.md:
//
//   node web/tests/screenshots.mjs target/release/otrera
//
// Output: docs/pictures/.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { packed } from './png.mjs';
import { ENDGAME } from './positions.mjs';
import { findChromium, FLAGS, startServer } from './start.mjs';

/** Maximum size of a picture, in bytes. */
const LARGEST = 150_000;

/** Timeout of every wait, in milliseconds, for loaded machines. */
const TIMEOUT = 150_000;

/** The game in the screenshots. */
const GAME = new URL('../../testdata/games/10x10-variations.sgf', import.meta.url).pathname;

const DESK = { viewport: { width: 1280, height: 760 }, colorScheme: 'light' };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true, colorScheme: 'light' };

/** @type {Record<string, {context: object, hash?: string, pose: (page: import('playwright-core').Page) => Promise<void>}>} */
const PICTURES = {
  'page-play': { context: DESK, pose: async (page) => {
    await openGame(page, 8);
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Continue from here' }).first().click();
    await page.getByRole('button', { name: 'Start game' }).click();
    for (const name of ['e3', 'h3']) await square(page, name).click();
  } },
  'page-analyse': { context: DESK, pose: async (page) => {
    await openGame(page, 12);
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.getByLabel('per move').selectOption('0.2');
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.getByRole('button', { name: 'Analyse the game' }).waitFor({ state: 'visible' });
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.live-status', { hasText: /depth ([5-9]|\d\d)|finished/ }).waitFor();
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    await page.locator('.candidates tbody tr .move-name').first().hover();
  } },
  'page-graph': { context: DESK, pose: async (page) => {
    await openGame(page, 12);
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.getByLabel('per move').selectOption('0.2');
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await page.locator('.mistake-item').first().waitFor();
    await page.locator('.graph-part').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  } },
  'page-theory': { context: { ...DESK, viewport: { width: 1280, height: 800 } }, hash: ENDGAME, pose: theory },
  'page-dark': { context: { ...DESK, colorScheme: 'dark' }, pose: async (page) => {
    await openGame(page, 30);
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.live-status', { hasText: /depth \d|finished|endgame/ }).waitFor();
    await page.locator('.candidates tbody tr').nth(1).waitFor();
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    await page.getByLabel('Show on the board').selectOption('queen');
  } },
  'page-phone': { context: PHONE, pose: async (page) => {
    for (const name of ['d1', 'd7', 'g7']) await square(page, name).tap();
    await page.locator('#tree .move').nth(1).waitFor();
    await square(page, 'd7').tap();
  } },
};

/** The values of the areas, and the thermograph of one. */
async function theory(page) {
  await page.getByRole('tab', { name: 'Theory' }).click();
  const area = page.locator('.area-item').nth(2);
  await area.locator('.badge', { hasText: 'proven' }).waitFor();
  await area.locator('summary').first().click();
  await area.locator('.thermograph').waitFor();
  await area.locator('.thermograph-frame').evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await page.mouse.move(5, 5);
}

/** @param {import('playwright-core').Page} page @param {number} moves number of moves to step forward */
async function openGame(page, moves) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('#open-file').setInputFiles(GAME);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (let move = 0; move < moves; move++) await page.getByRole('button', { name: 'Next move' }).click();
  // At once, as messages also go by themselves.
  await page.getByRole('button', { name: 'Close message' }).evaluateAll((all) => all.forEach((button) => button.click()));
}

/** @param {import('playwright-core').Page} page @param {string} name */
function square(page, name) {
  return page.locator(`#board [data-square="${name}"]`);
}

const [program, ...chosen] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/tests/screenshots.mjs PROGRAM [NAMES]');
  process.exit(2);
}
const pictures = join(dirname(fileURLToPath(import.meta.url)), '../../docs/pictures');
const server = await startServer(program);
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: FLAGS });
for (const [name, { context, hash, pose }] of Object.entries(PICTURES)) {
  if (chosen.length && !chosen.includes(name)) continue;
  const page = await (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...context })).newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(server.address + (hash ? `#position=${encodeURIComponent(hash)}` : ''));
  await page.locator('#board .movable').first().waitFor();
  if (hash) await page.getByRole('tab', { name: 'Play' }).waitFor();
  await pose(page);
  const path = join(pictures, `${name}.png`);
  const picture = packed(await page.screenshot());
  writeFileSync(path, picture);
  console.log(`${name}.png  ${picture.length} bytes`);
  if (picture.length > LARGEST) process.exitCode = 1;
  await page.context().close();
}
await browser.close();
await server.stop();
