// Messages: they cover nothing, and errors of a field stay at the field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogues } from '../text.js';
import { play, positionHash, startGame, waitForText, withPage } from './page.mjs';

/** Pairs of a notice and a part of the page that overlap. */
function overlaps(page) {
  return page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0).map((one) => ({ name: one.className || one.id, box: one.getBoundingClientRect() }));
    const parts = boxes('#board, #player-top, #player-bottom, #controls, #panel, #tree, header');
    return boxes('.notice').flatMap(({ box }) => parts.filter(({ box: other }) =>
      box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1).map(({ name }) => name));
  });
}

for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
  test(`two notices cover nothing at ${viewport.width} x ${viewport.height}`, async () => {
    await withPage({ viewport, refusals: 1 }, async (page) => {
      await startGame(page, { who: 'Two players', size: '6 × 6' });
      await play(page, 'b1-b4xb5');
      await startGame(page, { who: 'Two players', size: '5 × 5' });
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', 'this is no board');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
      await page.locator('.notice').nth(1).waitFor();
      assert.deepEqual(await overlaps(page), []);
    });
  });
}

test('the error of a typed move stays at its field until the text changes', async () => {
  await withPage({ refusals: 1 }, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    const field = page.getByLabel('Type a move');
    await field.fill('b1-c4xc5');
    await page.keyboard.press('Enter');
    const problem = page.locator('.typed .problem', { hasText: /./ });
    await problem.waitFor();
    assert.equal(await page.locator('.notice.error').count(), 0);
    await field.press('End');
    await field.press('Backspace');
    await problem.waitFor({ state: 'detached' });
  });
});

test('an error in the dialog for opening goes when the text changes', async () => {
  await withPage({ refusals: 1 }, async (page) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Or text/).fill('zzz');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await dialog.locator('.problem', { hasText: /./ }).waitFor();
    await dialog.getByLabel(/^Or text/).press('Backspace');
    await dialog.locator('.problem', { hasText: /./ }).waitFor({ state: 'detached' });
  });
});

const COLLECTION = new URL('../../testdata/games/collection.sgf', import.meta.url).pathname;

test('the games of a collection are offered as a list', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel(/^File/).setInputFiles(COLLECTION);
    const dialog = page.getByRole('dialog', { name: 'This text has 3 games' });
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('listitem').count(), 3);
    // By keyboard: the first game has the focus.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Board, 4 by 4 squares' }).waitFor();
    await page.locator('#tree .move', { hasText: 'a2-b2xa2' }).waitFor();
  });
});

test('file names are shown as they are', async () => {
  await withPage({ locale: 'de-DE' }, async (page) => {
    await page.getByRole('button', { name: 'Öffnen', exact: true }).click();
    await page.getByLabel(/^Datei/).setInputFiles({ name: 'kleine.sgf', mimeType: 'application/x-go-sgf', buffer: Buffer.from('(;FF[4]GM[18]SZ[10])') });
    // Looked at once, as the notice goes after a while.
    const letter = await page.waitForFunction(() => {
      const notice = [...document.querySelectorAll('.notice p')].find((one) => one.textContent?.includes('kleine.sgf wurde geöffnet.'));
      return notice && getComputedStyle(notice, '::first-letter').textTransform;
    });
    assert.equal(await letter.jsonValue(), 'none');
  });
});

test('errors are in the language of the page, and quote the input as it is', async () => {
  await withPage({ locale: 'de-DE', refusals: 3 }, async (page) => {
    await page.getByRole('textbox', { name: 'Zug eintippen' }).fill('d1-e3xe4');
    await page.keyboard.press('Enter');
    const problem = page.locator('.typed .problem');
    await waitForText(problem, 'Eine Amazone auf d1 erreicht e3 nicht');
    await page.getByRole('textbox', { name: 'Zug eintippen' }).fill('dorthin');
    await page.keyboard.press('Enter');
    await waitForText(problem, '„dorthin“ ist kein Zug.');
    await page.getByRole('button', { name: 'Öffnen', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea').fill('b.../...w');
    await dialog.getByRole('button', { name: 'Öffnen', exact: true }).click();
    await waitForText(dialog.locator('.problem'), 'Der Text sagt nicht, wer am Zug ist.');
  });
});

test('every error code of the server has words in both languages, without flags of the command line', async () => {
  const document = await (await fetch(`${process.env.OTRERA_ADDRESS}api/openapi.json`)).json();
  const codes = document.components.schemas.Error.properties.code.enum;
  assert(codes.length > 30);
  for (const words of Object.values(catalogues)) {
    for (const code of codes) assert(words[`error.${code}`], code);
    for (const [key, text] of Object.entries(words)) {
      if (key.startsWith('error.')) assert.doesNotMatch(text, /--\w/, key);
    }
  }
});
