// Playing: whole games, unfinished moves, taking back.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandLine, hold, pieces, piecesOf, play, playSome, settled, square, startGame, targets, waitForHeadline, waitForText, withDownload, withPage } from './page.mjs';

test('a game against level 1 ends, and its saved record is the same game', async () => {
  await withPage({}, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByText('Otrera resigns lost games').click();
    await page.keyboard.press('Escape');
    await startGame(page, { size: '5 × 5', level: 1 });
    const over = page.locator('#panel-play .headline', { hasText: /You won|Otrera won/ });
    let moves = 0;
    for (; moves < 20; moves++) {
      await page.locator('#panel-play .headline', { hasText: /Your move|You won|Otrera won/ }).waitFor();
      if (await over.count()) break;
      await playSome(page, moves);
    }
    assert(await over.count(), 'the game ended');
    assert(moves >= 3, `${moves} moves`);
    const won = (await over.textContent()) === 'You won';
    await waitForText(page.locator('#panel-play .advice'), won ? 'White wins: Black cannot move.' : 'Black wins: White cannot move.');
    await waitForText(page.locator('#announcer'), 'cannot move');
    await withDownload(page, page.getByRole('button', { name: 'Save', exact: true }), async (path) => {
      const record = await readFile(path, 'utf8');
      assert.match(record, won ? /RE\[W\+/ : /RE\[B\+/);
      assert.match(record, /Otrera, level 1/);
      const end = await commandLine('moves', path);
      assert.equal(end.count, 0);
      assert.equal(end.to_move, won ? 'black' : 'white');
      assert.deepEqual(await pieces(page), piecesOf(end.board));
    });
    await page.getByRole('button', { name: 'Play again' }).click();
    await waitForHeadline(page, 'Your move');
  });
});

test('Esc and a click undo a step before the shot', async () => {
  await withPage({}, async (page) => {
    const before = await pieces(page);
    const picked = page.locator('#board [aria-selected="true"]');
    const there = (name) => picked.and(square(page, name)).waitFor();
    for (const back of [() => page.keyboard.press('Escape'), () => square(page, 'd5').click()]) {
      await square(page, 'd1').click();
      await there('d1');
      assert(await targets(page, 'can move here').count());
      await square(page, 'd5').click();
      await there('d5');
      assert.equal((await pieces(page)).d5, 'white amazon');
      assert.equal(await targets(page, 'can move here').count(), 0);
      assert(await targets(page, 'can shoot here').count());
      await back();
      await there('d1');
      assert.deepEqual(await pieces(page), before);
      await page.keyboard.press('Escape');
      await picked.waitFor({ state: 'detached' });
      assert.equal(await targets(page, 'can move here').count(), 0);
    }
    // A click on an unrelated square also undoes the step; then another amazon can be selected.
    await square(page, 'd1').click();
    await square(page, 'd5').click();
    await square(page, 'a1').click();
    await there('d1');
    await square(page, 'g1').click();
    await there('g1');
    assert.deepEqual(await pieces(page), before);
    assert(await page.locator('#tree', { hasText: 'No moves yet.' }).count());
  });
});

test('a move is taken back and redone', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '6 × 6', level: 1 });
    const before = await pieces(page);
    await play(page, 'b1-b4xb5');
    await waitForHeadline(page, 'Your move');
    await page.locator('#tree .move').nth(1).waitFor();
    const after = await pieces(page);
    await page.getByRole('button', { name: 'Take back' }).click();
    assert.deepEqual(await pieces(page), before);
    await waitForHeadline(page, 'Your move');
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.deepEqual(await pieces(page), after);
    // While the engine is thinking, only the user's move is taken back.
    await playSome(page, 0);
    await page.keyboard.press('u');
    await waitForHeadline(page, 'Your move');
    assert.deepEqual(await pieces(page), after);
  });
});

test('only amazons that the user may move look as if they could be moved', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '6 × 6', level: 1 });
    const release = await hold(page, '**/api/stream/best');
    const known = page.waitForResponse((response) => response.url().endsWith('/api/moves') && response.request().postDataJSON().position.endsWith(' b'));
    await play(page, 'b1-b4xb5');
    await (await known).finished();
    await settled(page);
    assert.equal(await page.locator('#board .movable').count(), 0);
    release();
    await page.locator('#board .movable[aria-label*="white"]').first().waitFor();
  });
});

test('two players play by dragging, on a rectangular board', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { who: 'Two players', size: '5 × 6' });
    const drag = async (from, to) => {
      const [a, b] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await waitForHeadline(page, 'White to move');
    // The moves come from the server; a drag before that has no effect.
    await square(page, 'b1').and(page.locator('.movable')).waitFor();
    await drag('b1', 'b4');
    await waitForText(page.locator('#panel-play .advice'), 'Now shoot');
    await drag('b4', 'd4');
    await waitForHeadline(page, 'Black to move');
    const { board } = await commandLine('moves', 'start:5x6', '--play', 'b1-b4xd4');
    assert.deepEqual(await pieces(page), piecesOf(board));
    // A drag to an illegal square has no effect.
    await drag('a5', 'b3');
    assert.deepEqual(await pieces(page), piecesOf(board));
    // Resigning needs confirmation.
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await waitForHeadline(page, 'White won');
  });
});

test('clocks run, and a reload restores the game', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'New game' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Two players', { exact: true }).click();
    await dialog.getByText('6 × 6', { exact: true }).click();
    await dialog.getByText('Per game', { exact: true }).click();
    await dialog.getByLabel('Minutes per side').fill('3');
    await dialog.getByLabel('Seconds added per move').fill('60');
    await dialog.getByRole('button', { name: 'Start game' }).click();
    await waitForText(page.locator('#player-bottom .clock'), /2:[0-5]/);
    await waitForText(page.locator('#player-top .clock'), '3:00');
    await play(page, 'b1-b4xb5');
    await waitForHeadline(page, 'Black to move');
    // The increment of a minute exceeds the time used, even on a slow machine.
    await waitForText(page.locator('#player-bottom .clock'), '3:');
    const before = await pieces(page);
    await page.reload();
    await page.locator('#tree .move', { hasText: 'b1-b4xb5' }).waitFor();
    assert.deepEqual(await pieces(page), before);
    await waitForHeadline(page, 'Black to move');
  });
});

test('a move that is typed before the server has sent the legal moves is played', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    const release = await hold(page, '**/api/moves');
    for (const [index, move] of ['b1-b4xb5', 'a5-a3xb3'].entries()) {
      await page.getByLabel('Type a move').fill(move);
      await page.keyboard.press('Enter');
      if (index === 0) await waitForHeadline(page, 'Black to move');
    }
    release();
    await page.locator('#tree .move', { hasText: 'a5-a3xb3' }).waitFor();
  });
});

test('a typed move in another notation is played, an illegal one is refused', async () => {
  await withPage({ refusals: 1 }, async (page) => {
    await startGame(page, { who: 'Two players', size: '10 × 10' });
    await page.getByLabel('Type a move').fill('d1-d7/g7');
    await page.keyboard.press('Enter');
    await page.locator('#tree .move', { hasText: 'd1-d7xg7' }).waitFor();
    await page.getByLabel('Type a move').fill('a7-b9xb8');
    await page.keyboard.press('Enter');
    await waitForText(page.getByRole('alert'), 'An amazon on a7 cannot reach b9');
    assert.equal(await page.locator('#tree .move').count(), 1);
  });
});
