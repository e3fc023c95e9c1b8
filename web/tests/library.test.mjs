// The library of games played here, and the import of games from other sites.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkAccessibility } from './axe.mjs';
import { commandLine, pieces, piecesOf, play, startGame, waitForHeadline, waitForText, withDownload, withPage } from './page.mjs';

async function playAndResign(page, move) {
  await startGame(page, { who: 'Two players', size: '6 × 6' });
  await play(page, move);
  await page.locator('#tree .move').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await waitForHeadline(page, 'White won');
}

const openLibrary = (page) => page.locator('#menu').getByRole('button', { name: 'Library' }).click();

test('finished and abandoned games are kept, opened, deleted, restored and exported', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await playAndResign(page, 'b1-b4xb5');
    const first = await pieces(page);
    await startGame(page, { who: 'Two players', size: '5 × 5' });
    await play(page, 'b1-b3xb4');
    await page.locator('#tree .move').waitFor();
    // An unfinished game is kept when another one begins.
    await startGame(page, { who: 'Two players', size: '5 × 5' });
    await openLibrary(page);
    const dialog = page.getByRole('dialog', { name: 'Library' });
    const rows = dialog.getByRole('listitem');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await checkAccessibility(page, 'library', 'dialog');
    await rows.first().getByRole('button', { name: /^Delete the game/ }).click();
    assert.equal(await rows.count(), 1);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await rows.count(), 2);
    await withDownload(page, dialog.getByRole('button', { name: 'Save all as SGF' }), async (path) => {
      const text = await readFile(path, 'utf8');
      assert.equal(text.match(/^\(;/gm)?.length, 2);
      assert.match(text, /RE\[W\+R\]/);
      // The command line reads the first game, which was played last.
      assert.equal((await commandLine('moves', path)).board.split('/').length, 5);
    });
    // By keys: the second game.
    await rows.nth(1).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await waitForHeadline(page, 'White won');
    assert.deepEqual(await pieces(page), first);
    await page.reload();
    await openLibrary(page);
    await rows.nth(1).waitFor();
  });
});

test('the user’s name is in the records', async () => {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Settings' }).tap();
    await page.getByLabel('Your name in game records').fill('Penthesilea');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await startGame(page, { size: '5 × 5', level: 1 });
    await waitForText(page.locator('#player-bottom'), 'Penthesilea');
    await play(page, 'b1-b3xb4');
    await page.locator('#tree .move').first().waitFor();
    await page.getByRole('button', { name: 'Resign' }).tap();
    await page.getByRole('button', { name: 'Yes, resign' }).tap();
    await page.locator('#menu').getByRole('button', { name: 'Library' }).tap();
    await waitForText(page.getByRole('listitem'), 'Penthesilea – Otrera, level 1');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
  });
});

test('the names of two players are on the page, in the library and in the record', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'New game' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Two players', { exact: true }).click();
    await dialog.getByLabel('White’s name').fill('Hippolyta');
    await dialog.getByLabel('Black’s name').fill('Antiope');
    await dialog.getByText('6 × 6', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Start game' }).click();
    await waitForText(page.locator('#player-bottom'), 'Hippolyta');
    await waitForText(page.locator('#player-top'), 'Antiope');
    await play(page, 'b1-b4xb5');
    await page.locator('#tree .move').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await waitForHeadline(page, 'White won');
    await withDownload(page, page.getByRole('button', { name: 'Save', exact: true }), async (path) => {
      assert.match(await readFile(path, 'utf8'), /PW\[Hippolyta\].*PB\[Antiope\]|PB\[Antiope\].*PW\[Hippolyta\]/s);
    });
    await openLibrary(page);
    await waitForText(page.getByRole('listitem'), 'Hippolyta – Antiope');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play again' }).click();
    await waitForHeadline(page, 'White to move');
    await waitForText(page.locator('#player-bottom'), 'Hippolyta');
  });
});

const GGF = new URL('../../testdata/games/server.ggf', import.meta.url).pathname;

test('a GGF game of a server is imported from a file, and its end is the one of the command line', async () => {
  const { board } = await commandLine('moves', GGF);
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel(/^File/).setInputFiles(GGF);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForText(page.locator('#player-top'), 'first');
    await page.getByRole('button', { name: 'Last position' }).click();
    assert.deepEqual(await pieces(page), piecesOf(board));
  });
});

const PGN = '[White "Anna"]\n[Black "Zoë"]\n[Variant "Amazons"]\n[Result "1-0"]\n\n1. d1d7,d7g7 a7b7pb3 2. g1g2 P@h3 1-0\n';

test('PGN is imported from a file, by paste and by drop, and a FEN with a pocket by paste', async () => {
  await withPage({}, async (page) => {
    const moves = async () => {
      await page.locator('#tree .move').nth(2).waitFor();
      assert.deepEqual(await page.locator('#tree .move').allTextContents(), ['d1-d7xg7', 'a7-b7xb3', 'g1-g2xh3']);
      await waitForText(page.locator('#player-bottom'), 'Anna');
    };
    const send = (text, kind) => page.evaluate(({ text, kind }) => {
      const data = new DataTransfer();
      data.setData('text', text);
      document.body.dispatchEvent(kind === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true }) : new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }, { text, kind });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel(/^File/).setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(PGN) });
    await moves();
    for (const kind of ['paste', 'drop']) {
      await send('start:6x6', kind);
      await page.getByRole('grid', { name: 'Board, 6 by 6 squares' }).waitFor();
      await send(PGN, kind);
      await moves();
    }
    await send('3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3[PPPPppp] w - - 0 1', 'paste');
    await page.locator('#tree', { hasText: 'No moves yet.' }).waitFor();
  });
});
