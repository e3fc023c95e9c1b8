// Editing the list of moves: nothing is lost, and the played line is the main line.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandLine, pieces, piecesOf, play, startGame, waitForHeadline, withDownload, withPage } from './page.mjs';

/** Starts a game of two players on 6x6 and plays some moves. */
async function playSome(page, moves) {
  await startGame(page, { who: 'Two players', size: '6 × 6' });
  for (const [index, move] of moves.entries()) {
    await play(page, move);
    await page.locator('#tree .move').nth(index).waitFor();
  }
}

const listed = (page) => page.locator('#tree .move').allTextContents();

test('moves of the game are deleted after a question only, and come back by a button or Ctrl+Z', async () => {
  await withPage({}, async (page) => {
    await playSome(page, ['b1-b4xb5', 'a5-a3xb3', 'e1-e4xe5']);
    const all = await listed(page);
    const bin = page.getByRole('button', { name: 'Delete from here' });
    await page.locator('#tree .move').first().click();
    await bin.click();
    const dialog = page.getByRole('dialog', { name: 'Delete these moves?' });
    await dialog.getByRole('button', { name: 'Keep them' }).click();
    assert.deepEqual(await listed(page), all);
    for (const undo of [() => page.locator('#notices').getByRole('button', { name: 'Undo' }).click(), () => page.keyboard.press('Control+z')]) {
      await bin.click();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.locator('#tree', { hasText: 'No moves yet.' }).waitFor();
      await undo();
      await page.locator('#tree .move').nth(2).waitFor();
      assert.deepEqual(await listed(page), all);
    }
    // The game goes on where it was.
    await page.keyboard.press('End');
    await waitForHeadline(page, 'Black to move');
  });
});

test('added, promoted and deleted variations and comments are undone by Ctrl+Z, latest first', async () => {
  await withPage({}, async (page) => {
    await playSome(page, ['b1-b4xb5', 'a5-a3xb3']);
    const all = await listed(page);
    await page.keyboard.press('Home');
    await play(page, 'e1-e4xe5');
    const variation = page.locator('#tree .variation .move', { hasText: 'e1-e4xe5' });
    await variation.waitFor();
    await page.getByRole('button', { name: 'Promote variation' }).click();
    await page.locator('#tree .pair .move', { hasText: 'e1-e4xe5' }).waitFor();
    await page.getByLabel('Comment on this position').pressSequentially('Bold.');
    await page.getByLabel('Comment on this position').blur();
    await page.locator('#tree .comment', { hasText: 'Bold.' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('#tree .comment').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await variation.waitFor();
    await page.keyboard.press('Control+z');
    await variation.waitFor({ state: 'detached' });
    assert.deepEqual(await listed(page), all);
  });
});

test('after a takeback the line that is played is the main line, on the page and in the saved record', async () => {
  await withPage({}, async (page) => {
    await playSome(page, ['b1-b4xb5', 'a5-a3xb3']);
    await page.getByRole('button', { name: 'Take back' }).click();
    await play(page, 'f5-f3xe3');
    await waitForHeadline(page, 'White to move');
    await page.locator('#tree .pair .move', { hasText: 'f5-f3xe3' }).waitFor();
    await page.locator('#tree .variation .move', { hasText: 'a5-a3xb3' }).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await waitForHeadline(page, 'Black won');
    const end = await pieces(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    assert.deepEqual(await pieces(page), end);
    await withDownload(page, page.getByRole('button', { name: 'Save', exact: true }), async (path) => {
      assert.match(await readFile(path, 'utf8'), /RE\[B\+R\]/);
      const { board } = await commandLine('moves', path);
      assert.deepEqual(piecesOf(board), end);
    });
  });
});
