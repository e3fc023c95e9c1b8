// Helpers of the page tests: a fresh browser context that reports console errors and failed requests, and common user
// actions.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { after, before } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

/** Timeout of every wait, in milliseconds, for loaded machines. */
export const TIMEOUT = 120_000;

/** Timeout of a command, which may compute for a while, in milliseconds. */
const COMMAND_TIMEOUT = 600_000;

const { OTRERA_PROGRAM: PROGRAM, OTRERA_ADDRESS: ADDRESS, OTRERA_BROWSER: BROWSER } = process.env;

/** Longest delay of a request to the server, in milliseconds. With it, tests that wait for too little fail. */
const DELAY = Number(process.env.OTRERA_DELAY ?? 0);

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  assert(PROGRAM && ADDRESS && BROWSER, 'start the tests with web/tests/run.mjs');
  browser = await chromium.connect(BROWSER);
});

after(() => browser?.close());

/**
 * Opens the page, passes it to `visit`, and fails on console errors and failed requests.
 * @param {import('playwright-core').BrowserContextOptions & {hash?: string, refusals?: number}} options `hash`: hash of
 *   the address; `refusals`: expected number of requests that the server refuses
 * @param {(page: import('playwright-core').Page) => Promise<void>} visit
 */
export async function withPage({ hash = '', refusals = 0, ...options }, visit) {
  let refused = 0;
  const mayFail = (/** @type {import('playwright-core').Response} */ response) => response.status() === 400 && ++refused > 0;
  await withBrowserPage({ ...options, mayFail }, async (page) => {
    const opened = hash ? page.waitForResponse('**/api/game') : null;
    await page.goto(ADDRESS + hash);
    await page.locator('#board .movable').first().waitFor();
    await opened;
    await settled(page);
    await visit(page);
  });
  assert.equal(refused, refusals, 'refused requests');
}

/**
 * Passes an empty page to `visit`, and fails on console errors and failed requests.
 * @param {import('playwright-core').BrowserContextOptions & {mayFail?: (response: import('playwright-core').Response) => boolean}} options
 *   `mayFail`: the server may refuse this request to its interface
 * @param {(page: import('playwright-core').Page) => Promise<void>} visit
 */
export async function withBrowserPage({ mayFail = () => true, ...options }, visit) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', acceptDownloads: true, ...options });
  context.setDefaultTimeout(TIMEOUT);
  if (DELAY) await context.route('**/api/**', delay);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Refused requests are looked at below.
    if (message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/')) return;
    problems.push(`${message.type()} on the console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error in the page: ${error.stack}`));
  page.on('requestfailed', (request) => {
    // Closing a stream is not a failure.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    if (!response.url().includes('/api/') || !mayFail(response)) problems.push(`${response.url()}: status ${response.status()}`);
  });
  try {
    await visit(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Sends a request after a random part of the delay. @param {import('playwright-core').Route} route */
async function delay(route) {
  await new Promise((done) => setTimeout(done, Math.random() * DELAY));
  // The page may have gone, or cancelled the request.
  await route.continue().catch(() => {});
}

/** Hash of an address with a position or a game record. */
export function positionHash(text) {
  return `#position=${encodeURIComponent(text)}`;
}

/** Waits for two animation frames, so that the page is drawn. @param {import('playwright-core').Page} page */
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Holds requests to a path until the returned function is called.
 * @param {import('playwright-core').Page} page @param {string} path
 * @param {(question: any) => boolean} isHeld chooses among the requests by their bodies; the others go on
 */
export async function hold(page, path, isHeld = () => true) {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(null)));
  await page.route(path, async (route) => {
    if (isHeld(route.request().postDataJSON())) await released;
    // The page may have gone, or cancelled the request.
    await route.continue().catch(() => {});
  });
  return release;
}

/**
 * Limits the searches of the engine by nodes too, so that the answers hardly depend on the machine. The engine tries to prove
 * a result for a share of the time, which is a second.
 * @param {import('playwright-core').Page} page @param {string} path @param {number} nodes
 */
export async function limitByNodes(page, path, nodes) {
  await page.route(path, (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), nodes, seed: 1, time: 1 }) }));
}

/** The command line's answer with --json. */
export async function commandLine(...words) {
  const { stdout } = await promisify(execFile)(/** @type {string} */ (PROGRAM), [...words, '--json', '--quiet'], { maxBuffer: 1 << 26, timeout: COMMAND_TIMEOUT });
  return JSON.parse(stdout);
}

/** Output and exit code of the command line. */
export async function commandOutput(...words) {
  return promisify(execFile)(/** @type {string} */ (PROGRAM), words, { timeout: COMMAND_TIMEOUT }).then(({ stdout }) => ({ code: 0, stdout }), (error) => ({ code: error.code, stdout: error.stdout + error.stderr }));
}

/**
 * Downloads a file and passes its path to `check`.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} button starts the download
 * @param {(path: string) => Promise<void>} check
 */
export async function withDownload(page, button, check) {
  const directory = await mkdtemp(join(tmpdir(), 'otrera-download-'));
  try {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const path = join(directory, download.suggestedFilename());
    await download.saveAs(path);
    await check(path);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** A square of the board. @param {import('playwright-core').Page} page @param {string} name */
export function square(page, name) {
  return page.locator(`#board [data-square="${name}"]`);
}

/** Legal squares of the current step. @param {import('playwright-core').Page} page @param {'can move here' | 'can shoot here'} words */
export function targets(page, words) {
  return page.locator(`#board [data-square][aria-label*="${words}"]`);
}

/** Non-empty squares, as announced to screen readers. @param {import('playwright-core').Page} page @returns {Promise<Record<string, string>>} */
export function pieces(page) {
  return page.locator('#board [data-square]').evaluateAll((cells) => Object.fromEntries(cells
    .map((cell) => [cell.getAttribute('data-square'), /white amazon|black amazon|burnt/.exec(cell.getAttribute('aria-label') ?? '')?.[0]])
    .filter(([, piece]) => piece)));
}

/** Non-empty squares of a board text. @param {string} board */
export function piecesOf(board) {
  const names = { w: 'white amazon', b: 'black amazon', '#': 'burnt' };
  const rows = board.split(' ')[0].replaceAll(/\d+/g, (count) => '.'.repeat(Number(count))).split('/');
  return Object.fromEntries(rows.flatMap((row, index) => [...row].flatMap((piece, column) =>
    names[piece] ? [[`${String.fromCharCode(97 + column)}${rows.length - index}`, names[piece]]] : [])));
}

/**
 * The name of one of the squares that match, as soon as there are any: number `index` modulo their count. They are looked at
 * once, so that the board cannot change between counting and choosing.
 * @param {import('playwright-core').Page} page @param {string} selector @param {number} index
 */
export async function oneOf(page, selector, index) {
  const name = await page.waitForFunction(({ selector, index }) => {
    const all = document.querySelectorAll(`#board [data-square]${selector}`);
    return all.length > 0 && all[index % all.length]?.getAttribute('data-square');
  }, { selector, index });
  return /** @type {Promise<string>} */ (name.jsonValue());
}

/**
 * Plays some legal move by clicks or taps, each after the effect of the one before has been seen.
 * @param {import('playwright-core').Page} page @param {number} index chooses the move
 * @param {{act?: 'click' | 'tap', goal?: string, shot?: string}} [options] words of the target squares
 */
export async function playSome(page, index, { act = 'click', goal = 'can move here', shot = 'can shoot here' } = {}) {
  const from = await oneOf(page, '.movable', index);
  await square(page, from)[act]();
  const to = await oneOf(page, `[aria-label*="${goal}"]`, 3 * index);
  await square(page, to)[act]();
  const arrow = await oneOf(page, `[aria-label*="${shot}"]`, 5 * index);
  await square(page, arrow)[act]();
  await page.locator(`#board [aria-label*="${shot}"]`).first().waitFor({ state: 'detached' });
}

/** Plays a move by three clicks. @param {import('playwright-core').Page} page @param {string} move */
export async function play(page, move) {
  // The moves come from the server; a click before that has no effect.
  for (const [index, name] of move.split(/[-x]/).entries()) await square(page, name).and(page.locator(index === 0 ? '.movable' : '.active')).click();
}

/** Plays a move by three taps. @param {import('playwright-core').Page} page @param {string} move */
export async function tapMove(page, move) {
  for (const [index, name] of move.split(/[-x]/).entries()) await square(page, name).and(page.locator(index === 0 ? '.movable' : '.active')).tap();
}

/** Moves the board cursor with the arrow keys and presses Enter on each square of a move. */
export async function playByKeys(page, move) {
  await page.keyboard.press('b');
  // The moves come from the server; a key before that has no effect.
  await square(page, move.split('-')[0]).and(page.locator('.movable')).waitFor();
  for (const name of move.split(/[-x]/)) {
    const [column, row] = [name.charCodeAt(0), Number(name.slice(1))];
    for (let step = 0; step < 20; step++) {
      const at = (await page.evaluate(() => document.activeElement?.getAttribute('data-square'))) ?? '';
      if (at === name) break;
      const [x, y] = [at.charCodeAt(0), Number(at.slice(1))];
      await page.keyboard.press(x < column ? 'ArrowRight' : x > column ? 'ArrowLeft' : y < row ? 'ArrowUp' : 'ArrowDown');
    }
    await page.keyboard.press('Enter');
  }
}

/** Presses Tab until a button with this name has the focus, then Enter. */
export async function pressByKeys(page, name) {
  for (let stop = 0; stop < 60; stop++) {
    const at = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    if (at.trim() === name) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`no button "${name}"`);
}

/** Waits for a headline in the Play pane. @param {import('playwright-core').Page} page @param {string | RegExp} words */
export async function waitForHeadline(page, words) {
  await page.locator('#panel-play .headline', { hasText: words }).waitFor();
}

/** Waits until something is so in the test itself, not in the page. @param {() => boolean} isSo */
export async function until(isSo) {
  const end = Date.now() + TIMEOUT;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`not so after ${TIMEOUT} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits for an element with a text. @param {import('playwright-core').Locator} locator @param {string | RegExp} text */
export async function waitForText(locator, text) {
  await locator.filter({ hasText: text }).first().waitFor();
}

/**
 * Starts a game with the dialog.
 * @param {import('playwright-core').Page} page
 * @param {{who?: string, size?: string, level?: number, seconds?: number}} options
 */
export async function startGame(page, { who = 'I play White', size = '5 × 5', level = 1, seconds = 0.5 }) {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(who, { exact: true }).click();
  if (who !== 'Two players') {
    await dialog.getByLabel('Strength').selectOption(String(level));
    await dialog.getByLabel('Engine time per move').selectOption(String(seconds));
  }
  const [width, height] = size.split(' × ');
  if (await dialog.getByText(size, { exact: true }).count()) await dialog.getByText(size, { exact: true }).click();
  else {
    await dialog.getByText('Other', { exact: true }).click();
    await dialog.getByLabel('Columns').selectOption(width);
    await dialog.getByLabel('Rows').selectOption(height);
  }
  // The old game stays until the server has answered. Its board may have the same size.
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/moves') && response.request().postDataJSON()?.position?.startsWith('start:'));
  await dialog.getByRole('button', { name: 'Start game' }).click();
  await dialog.waitFor({ state: 'detached' });
  await (await begun).finished();
  await settled(page);
  await page.getByRole('grid', { name: `Board, ${width} by ${height} squares` }).waitFor();
  if (!['I play White', 'Two players'].includes(who)) return;
  await page.locator('#tree .move').first().waitFor({ state: 'detached' });
  await page.locator('#board .movable').first().waitFor();
}

/** Opens a tab of the side panel. @param {import('playwright-core').Page} page @param {'Play' | 'Analyse' | 'Theory'} name */
export async function openTab(page, name) {
  await page.getByRole('tab', { name }).click();
}
