// Game records: opening from files, links and the clipboard, navigating, editing, sharing.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandLine, hold, pieces, piecesOf, positionHash, settled, waitForText, withDownload, withPage } from './page.mjs';
import { FIGHT } from './positions.mjs';

const GAME = new URL('../../testdata/games/10x10-variations.sgf', import.meta.url).pathname;

async function openGame(page) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('File (SGF, GGF, PGN or text)').setInputFiles(GAME);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('#tree .move').first().waitFor();
}

test('a game is opened and navigated by buttons and keys', async () => {
  const { board: start } = await commandLine('moves', 'start:10x10');
  const { board: end } = await commandLine('moves', GAME);
  await withPage({}, async (page) => {
    await openGame(page);
    await waitForText(page.locator('#player-bottom'), 'Anna');
    await waitForText(page.locator('#player-top'), 'Zoë');
    const controls = page.locator('#controls');
    assert.deepEqual(await pieces(page), piecesOf(start));
    await controls.getByRole('button', { name: 'Next move' }).click();
    const { board: second } = await commandLine('moves', 'start:10x10', '--play', 'd1-d7xi7');
    assert.deepEqual(await pieces(page), piecesOf(second));
    assert.equal(await page.getByLabel('Comment on this position').inputValue(), 'White shoots far [as usual].\nA backslash \\ and a colon: both survive.');
    await controls.getByRole('button', { name: 'Last position' }).click();
    assert.deepEqual(await pieces(page), piecesOf(end));
    await controls.getByRole('button', { name: 'Previous move' }).click();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await pieces(page), piecesOf(end));
    await page.keyboard.press('Home');
    assert.deepEqual(await pieces(page), piecesOf(start));
    await page.locator('#tree .variation .move').last().click();
    assert.equal(await page.locator('#tree [aria-current="true"]').count(), 1);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('#tree [aria-current="true"]').count(), 1);
  });
});

test('variations are promoted and deleted, and comments are saved', async () => {
  await withPage({}, async (page) => {
    await openGame(page);
    const third = page.locator('#tree .move', { hasText: 'j7-h5xh1' });
    await third.click();
    await page.getByRole('button', { name: 'Promote variation' }).click();
    await page.getByRole('button', { name: 'Promote variation' }).click();
    await page.locator('#tree .pair .move', { hasText: 'j7-h5xh1' }).waitFor();
    await page.locator('#tree .variation .move', { hasText: 'd10-f8xd6' }).click();
    const before = await page.locator('#tree .move').count();
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await page.locator('#tree .move', { hasText: 'd10-f8xd6' }).waitFor({ state: 'detached' });
    assert(await page.locator('#tree .move').count() < before);
    await page.getByLabel('Comment on this position').fill('Two ways are left.');
    await withDownload(page, page.getByRole('button', { name: 'Save', exact: true }), async (path) => {
      const record = await readFile(path, 'utf8');
      assert.match(record, /C\[Two ways are left\.\]/);
      assert.match(record, /PW\[Anna\]/);
      // The command line follows the promoted variation too.
      const { board } = await commandLine('moves', path);
      await page.getByRole('button', { name: 'Last position' }).click();
      assert.deepEqual(await pieces(page), piecesOf(board));
    });
  });
});

test('a link restores the game and the shown node', async () => {
  let link = '';
  let shown = {};
  await withPage({}, async (page) => {
    await openGame(page);
    await page.locator('#tree .variation .move').nth(3).click();
    shown = await pieces(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const area = page.getByLabel('Link to this game', { exact: true });
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('#share-link')).value !== '');
    link = await area.inputValue();
  });
  assert.match(link, /#game=/);
  await withPage({ hash: new URL(link).hash }, async (page) => {
    await page.locator('#tree .move').first().waitFor();
    assert.equal(await page.locator('#tree .move[aria-current="true"]').count(), 1);
    assert.deepEqual(await pieces(page), shown);
    await waitForText(page.locator('#player-bottom'), 'Anna');
  });
});

test('the text of a position is in the notation chosen last, however late the others are answered', async () => {
  await withPage({}, async (page) => {
    const release = await hold(page, '**/api/convert', ({ to }) => to === 'fen');
    await page.getByRole('button', { name: 'Share' }).click();
    const text = page.locator('#share-text');
    const isFairy = () => page.waitForFunction(() => / - - 0 1$/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#share-text')).value));
    await page.getByRole('dialog').getByLabel('Notation').selectOption('fairy');
    await isFairy();
    const late = page.waitForResponse((response) => response.url().endsWith('/api/convert') && response.request().postDataJSON().to === 'fen');
    release();
    await (await late).finished();
    await settled(page);
    await isFairy();
    await page.getByRole('dialog').getByLabel('Notation').selectOption('fen');
    await page.waitForFunction(() => / w$/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#share-text')).value));
    assert.match(await text.inputValue(), /^3b2b3/);
  });
});

test('a link shows its own board first', async () => {
  await withPage({}, async (page) => {
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      window.drawn = new Set();
      const look = () => window.drawn.add(document.querySelectorAll('#board .amazon').length);
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await other.goto(page.url() + positionHash(FIGHT));
    await other.locator('#board .movable').first().waitFor();
    const amazons = FIGHT.match(/[bw](?=.* )/g)?.length;
    assert.deepEqual(await other.evaluate(() => [...window.drawn].filter(Boolean)), [amazons]);
  });
});

test('a board in any notation can be pasted, and other text is refused', async () => {
  await withPage({ refusals: 1 }, async (page) => {
    const paste = (text) => page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
    await paste('1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1');
    await page.getByRole('grid', { name: 'Board, 6 by 6 squares' }).waitFor();
    const { board } = await commandLine('moves', 'start:6x6');
    assert.deepEqual(await pieces(page), piecesOf(board));
    await paste('this is no board');
    await page.getByRole('alert').first().waitFor();
    assert.deepEqual(await pieces(page), piecesOf(board));
  });
});
