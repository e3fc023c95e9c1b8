// Verdicts: finished positions are decided, leads are possible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitByNodes, openTab, play, positionHash, square, startGame, waitForHeadline, waitForText, withPage } from './page.mjs';

const GAME = new URL('../../testdata/games/6x6-to-the-end.sgf', import.meta.url).pathname;

export async function openGame(page, path = GAME) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel(/^File/).setInputFiles(path);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('#tree .move').first().waitFor();
}

test('a finished position is won, not estimated', async () => {
  await withPage({}, async (page) => {
    await openGame(page);
    await openTab(page, 'Analyse');
    await page.keyboard.press('End');
    await waitForText(page.locator('.verdict-words'), /^Black wins$/);
    assert.equal(await page.locator('.verdict-badge .badge').textContent(), 'proven');
    assert.equal(await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext'), 'Black wins');
    await openTab(page, 'Theory');
    await page.locator('.area-item').first().waitFor();
    assert.equal(await page.locator('.sum-part .badge.estimated').count(), 0);
  });
});

test('no lead has more moves than the board has empty squares', async () => {
  await withPage({}, async (page) => {
    await openGame(page);
    await openTab(page, 'Analyse');
    await page.keyboard.press('End');
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('ArrowLeft');
      const words = page.locator('.verdict-words', { hasNotText: 'Not analysed yet' });
      await words.waitFor();
      const lead = /by ([\d.,]+)/.exec((await words.textContent()) ?? '')?.[1];
      const empty = await page.locator('#board [data-square][aria-label$="empty"]').count();
      if (lead !== undefined) assert(Number(lead.replaceAll(',', '')) <= empty, `${lead} moves on ${empty} empty squares`);
    }
  });
});

/** The answer of the engine, as a stream of events. */
export function stream(report) {
  return { status: 200, contentType: 'text/event-stream', body: `event: done\ndata: ${JSON.stringify(report)}\n\n` };
}

const candidate = (move, chance, more = {}) => ({ move, chance, score: 10 * chance - 5, proven: null, visits: 100, line: [move], ...more });

test('candidates are in the order of the numbers shown', async () => {
  await withPage({ hash: positionHash('start:6x6') }, async (page) => {
    const candidates = [
      candidate('b1-b4xb5', 0.514, { visits: 900 }), candidate('b1-b3xb4', 0.62, { visits: 50 }), candidate('e1-e4xe5', 0.3, { proven: 'loss' }),
      candidate('e1-e3xe4', 0.52), candidate('b1-b2xb3', 0.6, { proven: 'win' }), candidate('e1-e2xe3', 0.1),
    ];
    const report = { board: '', to_move: 'white', engine: 'otrera', ...candidates[0], candidates, depth: 3, nodes: 1000, seconds: 1 };
    await page.route('**/api/stream/best', (route) => route.fulfill(stream(report)));
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    const rows = page.locator('.candidates tbody tr:not([hidden])');
    await rows.nth(5).waitFor();
    assert.deepEqual((await rows.locator('td.figure:nth-child(2)').allTextContents()).map((text) => text.trim()), ['wins', '62%', '52%', '51%', '10%', 'loses']);
    // The move drawn on the board is the first of the list.
    assert.equal(await rows.first().locator('.move-name').textContent(), 'b1-b2xb3');
  });
});

test('the review marks a few moves, and equal drops equally', async () => {
  await withPage({}, async (page) => {
    await openGame(page, new URL('../../testdata/games/10x10-variations.sgf', import.meta.url).pathname);
    await openTab(page, 'Analyse');
    await limitByNodes(page, '**/api/stream/analyze', 1000);
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    await waitForText(page.locator('.review [role=status]'), 'Mistakes found');
    const items = page.locator('.mistake-item');
    const count = await items.count();
    assert(count <= 20, `${count} of 40 moves are marked`);
    for (const item of await items.all()) {
      const words = (await item.locator('.mistake-words').textContent()) ?? '';
      const [before, after] = [...words.matchAll(/(\d+)%/g)].map(([, number]) => Number(number));
      const drop = before - after;
      assert.equal(await item.locator('.sign').textContent(), drop >= 35 ? '??' : drop >= 25 ? '?' : '?!', words);
      assert(drop >= 15, words);
    }
  });
});

test('live analysis shows the thoughts of engines that play each other', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'New game' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Engine vs engine', { exact: true }).click();
    await dialog.getByText('10 × 10', { exact: true }).click();
    await dialog.getByLabel('Engine time per move').selectOption('3');
    for (const side of ['White', 'Black']) await dialog.getByLabel(`${side}’s strength`).selectOption('8');
    await dialog.getByRole('button', { name: 'Start game' }).click();
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.candidates tbody tr:not([hidden])').nth(1).waitFor();
    assert(await page.locator('#tree .move').count() < 40, 'the game is not over');
    await openTab(page, 'Play');
    await page.getByRole('button', { name: 'Pause' }).click();
  });
});

test('a finished game that was opened is won, and is not continued', async () => {
  await withPage({}, async (page) => {
    await openGame(page);
    await page.keyboard.press('End');
    await waitForHeadline(page, 'Black won');
    assert.equal(await page.getByRole('button', { name: 'Continue from here' }).count(), 0);
    assert.equal(await page.locator('.turn', { hasText: 'to move' }).count(), 0);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Continue from here' }).waitFor();
  });
});

test('an empty board is no position', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Set up' }).click();
    const editor = page.locator('#editor');
    await editor.getByRole('button', { name: 'Clear board' }).click();
    await waitForText(editor.locator('.verdict.problem'), 'Place at least one amazon.');
    assert.equal(await editor.getByRole('button', { name: 'Use this position' }).getAttribute('aria-disabled'), 'true');
    await square(page, 'a1').click();
    await waitForText(editor.locator('.verdict'), 'Valid position');
  });
});

test('moves do not break, Black’s move numbers have one sign, and lines on a phone are not cut', async () => {
  const line = ['b1-b4xb5', 'a5-a3xb3', 'e1-e4xe5', 'f5-f3xe3', 'a2-a1xb1', 'b6-b7xb8', 'e6-e7xe8', 'f2-f1xe1'];
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    const report = { board: '', to_move: 'black', engine: 'otrera', ...candidate(line[1], 0.5), line: line.slice(1), candidates: [candidate(line[1], 0.5, { line: line.slice(1) })], depth: 3, nodes: 1000, seconds: 1 };
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    for (const move of line.slice(0, 2)) await play(page, move);
    await page.getByRole('button', { name: 'Take back' }).click();
    await play(page, line[3]);
    await page.locator('#tree .variation .number').first().waitFor();
    assert.deepEqual(await page.locator('#tree .variation .number').allTextContents(), ['1…']);
    for (const height of await page.locator('#tree .move').evaluateAll((all) => all.map((move) => getComputedStyle(move).whiteSpace))) assert.equal(height, 'nowrap');
    await page.route('**/api/stream/best', (route) => route.fulfill(stream(report)));
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    const text = page.locator('.candidates tr:not([hidden]) .line-name').first();
    await waitForText(text, /./);
    const cut = await text.evaluate((button) => {
      // The lines whose text can be seen, in part or whole.
      const box = button.getBoundingClientRect();
      const inner = (button.firstElementChild ?? button).getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(button);
      const bottom = Math.min(box.bottom, button.firstElementChild ? inner.bottom : box.bottom);
      return [...range.getClientRects()].filter(({ top, bottom: end, width }) => width > 0 && top < bottom - 2 && end > bottom + 2).length;
    });
    assert.equal(cut, 0, 'lines that are cut');
  });
});
