// Accessibility and appearance: axe reports no violations, light and dark; German; reduced motion.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAccessibility } from './axe.mjs';
import { openTab, play, positionHash, square, startGame, waitForHeadline, waitForText, withPage } from './page.mjs';
import { SUM } from './positions.mjs';

test('axe reports no violations while playing', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await checkAccessibility(page, 'start');
    await square(page, 'd1').click();
    await square(page, 'd7').click();
    await checkAccessibility(page, 'before the shot', '#board-region');
    await square(page, 'g7').click();
    await page.locator('#tree .move').nth(1).waitFor();
    await waitForHeadline(page, 'Your move');
    await checkAccessibility(page, 'after a move');
  });
});

for (const locale of ['en-GB', 'de-DE']) {
  test(`axe reports no violations in dialogs and editor, ${locale}`, async () => {
    await withPage({ reducedMotion: 'reduce', locale }, async (page) => {
      for (const name of ['new', 'library', 'open', 'share', 'settings', 'keys']) {
        await page.locator(`#menu [data-entry=${name}]`).click();
        await page.getByRole('dialog').waitFor();
        await checkAccessibility(page, name, 'dialog');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.locator('#menu [data-entry=edit]').click();
      await waitForText(page.locator('#editor .verdict'), /Valid position|Gültige Stellung/);
      await checkAccessibility(page, 'editor', '.side');
    });
  });
}

test('axe reports no violations in analysis and theory with results', async () => {
  await withPage({ reducedMotion: 'reduce', hash: positionHash(SUM) }, async (page) => {
    await openTab(page, 'Theory');
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    for (const item of await page.locator('.area-item').all()) await item.locator('summary').first().click();
    await page.locator('.area-item .thermograph').first().waitFor();
    await page.locator('.solve-part').getByRole('button', { name: 'Solve this position' }).click();
    await page.locator('.solve-part .winner').waitFor();
    await page.locator('.margin-part').getByRole('button', { name: 'Compute margin' }).click();
    await page.locator('.margin-part .winner').waitFor();
    await page.getByText('Meaning of the badges').click();
    await checkAccessibility(page, 'theory');
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Analyse live' }).click();
    await page.locator('.candidates tbody tr:not([hidden])').first().waitFor();
    await page.getByText('Evaluation terms').click();
    await page.getByLabel('Show on the board').selectOption('queen');
    await page.getByRole('button', { name: 'Stop analysis' }).click();
    await checkAccessibility(page, 'analysis');
  });
});

test('the page follows the light or dark mode of the system', async () => {
  await withPage({}, async (page) => {
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      const [ground, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((text) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
      });
      assert(colorScheme === 'dark' ? ground < ink : ground > ink, `${ground} behind ${ink}`);
    }
  });
});

test('the language is the one of the browser until the user selects another', async () => {
  await withPage({ locale: 'de-DE', hash: positionHash(SUM) }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.getByRole('tab', { name: 'Theorie' }).click();
    await waitForText(page.locator('.sum-part .winner'), 'Weiß gewinnt');
    await checkAccessibility(page, 'theory in German');
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await checkAccessibility(page, 'analysis in German');
    await page.getByRole('tab', { name: 'Spielen' }).click();
    await checkAccessibility(page, 'playing in German');
    await page.locator('#menu').getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByRole('dialog').getByLabel('Sprache').selectOption('en');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Theory' }).click();
    await waitForText(page.locator('.sum-part .winner'), 'White wins.');
    await page.reload();
    await page.getByRole('tab', { name: 'Theory' }).waitFor();
  });
});

test('reduced motion disables animations', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await play(page, 'd1-d7xg7');
    const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 20).length);
    assert.equal(moving, 0);
  });
});

test('texts are set in the typeface of the page, in two weights', async () => {
  await withPage({}, async (page) => {
    const faces = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`).sort();
    });
    assert.deepEqual(faces, ['Figtree 400 loaded', 'Figtree 600 loaded']);
    const weights = await page.evaluate(() => [...new Set([...document.querySelectorAll('body *')].map((element) => getComputedStyle(element).fontWeight))].sort());
    assert.deepEqual(weights, ['400', '600']);
    const { type, cache } = await page.evaluate(() => fetch('fonts/figtree-400.woff2').then(({ headers }) => ({ type: headers.get('content-type'), cache: headers.get('cache-control') })));
    assert.deepEqual({ type, cache }, { type: 'font/woff2', cache: 'no-cache' });
  });
});

/** Records the names of all animations that begin. */
function watchAnimations(page) {
  return page.evaluate(() => {
    globalThis.begun = [];
    addEventListener('animationstart', ({ animationName }) => globalThis.begun.push(animationName));
  });
}

test('an arrow flies and burns its square, which glows until the next move', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    await watchAnimations(page);
    await play(page, 'b1-b4xd4');
    await page.waitForFunction(() => ['fly', 'burn'].every((name) => globalThis.begun.includes(name)));
    const glow = () => page.locator('#board .arrow-piece').evaluateAll((all) => all.map((one) => Number(one.classList.contains('last'))));
    assert.deepEqual(await glow(), [1]);
    await play(page, 'b6-b5xc5');
    assert.deepEqual(await glow(), [0, 1]);
    // A jump through the game shows no flight; a step does.
    await page.getByRole('button', { name: 'First position' }).click();
    await page.evaluate(() => (globalThis.begun = []));
    await page.getByRole('button', { name: 'Last position' }).click();
    assert.deepEqual((await glow()).sort(), [0, 1]);
    await page.getByRole('button', { name: 'Previous move' }).click();
    assert.deepEqual(await page.evaluate(() => globalThis.begun), []);
    await page.getByRole('button', { name: 'Next move' }).click();
    await page.waitForFunction(() => globalThis.begun.includes('fly'));
    assert.equal(await page.locator('#board .shot-arrow').evaluate((element) => element.getAnimations().length === 0 || getComputedStyle(element).opacity === '1'), true);
  });
});

test('no arrow flies with reduced motion, or without animated moves', async () => {
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    await withPage({ reducedMotion }, async (page) => {
      if (reducedMotion === 'no-preference') {
        await page.locator('#menu').getByRole('button', { name: 'Settings' }).click();
        await page.getByRole('dialog').getByLabel('Animated moves').click();
        await page.keyboard.press('Escape');
      }
      await startGame(page, { who: 'Two players', size: '6 × 6' });
      await watchAnimations(page);
      await play(page, 'b1-b4xd4');
      await page.locator('#board .arrow-piece.last').waitFor();
      await page.locator('#tree .move').first().waitFor();
      assert.deepEqual(await page.evaluate(() => globalThis.begun.filter((name) => name === 'fly' || name === 'burn')), [], reducedMotion);
      assert.equal(await page.locator('#board .shot-arrow').evaluate((element) => getComputedStyle(element).opacity), '0');
    });
  }
});

test('the list of moves has room beside analysis and theory', async () => {
  for (const [width, height, room] of [[1280, 720, 400], [1440, 900, 550], [1920, 1080, 700]]) {
    await withPage({ viewport: { width, height } }, async (page) => {
      for (const tab of /** @type {const} */ (['Analyse', 'Theory'])) {
        await openTab(page, tab);
        const [moves, panel, board] = await Promise.all(['#tree .moves', '#panel', '#board'].map((part) => page.locator(part).boundingBox()));
        assert(moves && panel && board);
        assert(moves.height >= room && moves.width >= 200, `${tab} at ${width} x ${height}: moves ${moves.width} x ${moves.height}`);
        assert(panel.width >= 300, `${tab} at ${width} x ${height}: panel ${panel.width}`);
        assert(board.height >= height * 0.6, `${tab} at ${width} x ${height}: board ${board.height}`);
        for (const box of [moves, panel, board]) assert(box.x + box.width <= width && box.y + box.height <= height, `${tab} at ${width} x ${height} fits`);
      }
    });
  }
});

test('the buttons of the invitation stand side by side, and the words of a level are not cut', async () => {
  for (const [locale, width] of /** @type {const} */ ([['en-GB', 390], ['de-DE', 390], ['en-GB', 1280], ['de-DE', 1280]])) {
    await withPage({ locale, viewport: { width, height: width === 390 ? 844 : 720 }, isMobile: width === 390 }, async (page) => {
      const tops = await page.locator('.invite .button').evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
      assert.equal(tops.length, 2);
      assert.equal(tops[0], tops[1], `${locale}, ${width}`);
      await page.locator('#menu [data-entry=new]').click();
      const [room, words] = await page.locator('.strengths select').first().evaluate((select) => {
        if (!(select instanceof HTMLSelectElement)) throw new Error('no list');
        const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        pen.font = font;
        return [select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width))];
      });
      assert(room >= words, `${locale}, ${width}: ${words} pixels of words in ${room}`);
    });
  }
});

test('at 200 % zoom the board and the status are visible together', async () => {
  for (const viewport of [{ width: 640, height: 360 }, { width: 720, height: 450 }, { width: 960, height: 540 }]) {
    await withPage({ viewport }, async (page) => {
      const [board, status] = await Promise.all(['#board', '#panel-play .headline'].map((part) => page.locator(part).boundingBox()));
      assert(board && status);
      for (const box of [board, status]) assert(box.y >= 0 && box.y + box.height <= viewport.height, `${viewport.width}: ${JSON.stringify({ board, status })}`);
      assert(status.x > board.x + board.width && status.x - board.x - board.width < 80, 'the status is beside the board');
    });
  }
});

test('a hint is given while playing', async () => {
  await withPage({}, async (page) => {
    await startGame(page, { size: '6 × 6' });
    const hint = page.locator('#panel-play .hint-line');
    await hint.getByRole('button', { name: 'Hint' }).click();
    await waitForText(hint.locator('.hint-words'), /^Move the amazon on [a-f][1-6]\.$/);
    await page.keyboard.press('h');
    await waitForText(hint.locator('.hint-words'), /^Move the amazon from /);
    assert.equal(await page.getByRole('tab', { name: 'Play' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, resign' }).click();
    await hint.waitFor({ state: 'hidden' });
  });
});

test('levels have names and a relative strength', async () => {
  await withPage({}, async (page) => {
    await page.getByRole('button', { name: 'New game' }).click();
    const levels = await page.getByRole('dialog').getByLabel('Strength').locator('option').allTextContents();
    assert.equal(levels.length, 10);
    levels.forEach((words, index) => assert.match(words, new RegExp(`^Level ${index + 1} · [A-Z][a-z ]+${index > 0 && index < 9 ? ' · \\+\\d+ Elo' : ''}$`)));
    const strengths = levels.slice(1, 9).map((words) => Number(/\+(\d+)/.exec(words)?.[1]));
    assert.deepEqual(strengths, strengths.toSorted((a, b) => a - b));
    await page.getByRole('dialog').getByText('Elo above level 1, estimated from games between the levels').waitFor();
  });
});
