// The Analyse pane.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, pieces, piecesOf, play, positionHash, startGame, waitForText, withPage } from './page.mjs';
import { ENDGAME } from './positions.mjs';

const GAME = new URL('../../testdata/games/6x6-to-the-end.sgf', import.meta.url).pathname;

test('candidates have chance and line, are drawn on the board, and can be played', async () => {
  await withPage({ hash: positionHash('start:6x6') }, async (page) => {
    await page.getByRole('grid', { name: 'Board, 6 by 6 squares' }).waitFor();
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    const rows = page.locator('.candidates tbody tr:not([hidden])');
    await rows.nth(2).waitFor();
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    await page.locator('#board .candidate').first().waitFor({ state: 'detached' });
    await rows.nth(2).hover();
    await page.locator('#board .candidate').first().waitFor();
    const move = (await rows.nth(2).locator('.move-name').textContent()) ?? '';
    assert.match((await rows.nth(2).locator('.figure').first().textContent()) ?? '', /^\d+%$|wins|loses/);
    await rows.nth(2).locator('.move-name').click();
    await page.locator('#tree .move[aria-current]', { hasText: move }).waitFor();
    const [from, to, arrow] = move.split(/[-x]/);
    const now = await pieces(page);
    assert.equal(now[to], 'white amazon');
    assert.equal(now[arrow], 'burnt');
    assert(now[from] === undefined || arrow === from);
  });
});

test('a hint has three stages and can be hidden', async () => {
  await withPage({ hash: positionHash('start:6x6') }, async (page) => {
    await openTab(page, 'Analyse');
    const words = page.locator('.hint-words');
    await page.getByRole('button', { name: 'Show the amazon' }).click();
    await waitForText(words, /^Move the amazon on [a-f][1-6]\.$/);
    assert.equal(await page.locator('#board .candidate').count(), 0);
    await page.getByRole('button', { name: 'Show the move' }).click();
    await waitForText(words, /^Move the amazon from [a-f][1-6] to [a-f][1-6]\.$/);
    await page.getByRole('button', { name: 'Show the arrow' }).click();
    await waitForText(words, /^Move from [a-f][1-6] to [a-f][1-6] and shoot at [a-f][1-6]\.$/);
    await page.locator('#board .candidate').first().waitFor();
    await page.getByRole('button', { name: 'Hide the hint' }).click();
    await page.locator('#board .candidate').first().waitFor({ state: 'detached' });
  });
});

test('heat maps have a sign on every square', async () => {
  await withPage({ hash: positionHash(ENDGAME) }, async (page) => {
    await openTab(page, 'Analyse');
    const empty = 100 - Object.keys(piecesOf(ENDGAME)).length;
    for (const [name, count] of [['queen', empty], ['white-king', null], ['territory', null], ['none', 0]]) {
      await page.getByLabel('Show on the board').selectOption(name);
      if (count === 0) await page.locator('#board .heat').first().waitFor({ state: 'detached' });
      else {
        await page.locator('#board .heat').first().waitFor();
        const [all, signs] = await page.evaluate(() => ['.heat', '.heat :is(circle, rect, path)'].map((part) => document.querySelectorAll(`#board ${part}`).length));
        if (count !== null) assert.equal(all, count, name);
        assert.equal(signs, all, name);
      }
    }
  });
});

test('a game review draws the graph, marks mistakes, and the graph navigates the game', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel('File (SGF, GGF, PGN or text)').setInputFiles(GAME);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Board, 6 by 6 squares' }).waitFor();
    await openTab(page, 'Analyse');
    await page.getByLabel('per move').selectOption('0.2');
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await waitForText(page.locator('.review [role=status]'), /Mistakes found|No mistakes found/);
    await page.locator('.graph .graph-proven').first().waitFor();
    await page.locator('.graph .graph-curve').waitFor();
    const mistakes = page.locator('.mistake-item');
    const marked = await page.locator('#tree .judgement').count();
    assert.equal(await mistakes.count(), marked);
    const slider = page.getByRole('slider', { name: 'Moves of the game' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider.getAttribute('aria-valuenow'), '25');
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /Move 25, White .*, Black wins/);
    const box = await slider.boundingBox();
    await page.mouse.click(box.x + box.width * 0.12, box.y + box.height / 2);
    assert(Number(await slider.getAttribute('aria-valuenow')) < 5);
    await page.getByRole('meter', { name: 'Evaluation' }).waitFor();
    // The current move stays visible when the panel above the list grows.
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.getByRole('button', { name: 'Stop analysis' }).waitFor();
    await page.waitForFunction(() => {
      const [list, move] = ['#tree .moves', '#tree .move[aria-current]'].map((name) => /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect());
      return list && move && move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
    });
  });
});

test('live analysis waits for the engine that plays', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '6 × 6', level: 1 });
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.candidates tbody tr:not([hidden])').first().waitFor();
    await play(page, 'b1-b4xb5');
    await page.locator('#tree .move').nth(1).waitFor();
    await page.locator('.candidates tbody tr:not([hidden])').first().waitFor();
  });
});
