// The page shows the same answers as the command line. Figures are read from the rendered page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, openTab, positionHash, waitForText, withPage } from './page.mjs';
import { FIGHT, SUM } from './positions.mjs';

/** Converts a value from the page's notation back to ASCII. */
function toAscii(text) {
  return text.replaceAll('±', '+-').replaceAll('↑', '^').replaceAll('↓', 'v').replaceAll('−', '-').replaceAll(' ', '');
}

/** The facts of an area or the sum, by name. */
async function facts(item) {
  return item.locator('.facts').first().evaluate((list) => {
    const found = {};
    for (const name of list.querySelectorAll(':scope > dt')) {
      const words = name.nextElementSibling?.cloneNode(true);
      if (!(words instanceof Element)) continue;
      for (const remark of words.querySelectorAll('.remark')) remark.remove();
      found[name.textContent ?? ''] = (words.querySelector('.whole')?.textContent || words.textContent || '').trim();
    }
    return found;
  });
}

const OUTCOMES = { L: 'Black wins', R: 'White wins', N: 'first player wins', P: 'second player wins' };

test('facts of all areas and of the sum are those of otrera value', async () => {
  for (const position of [SUM, 'b.#../##.../.w..# b']) {
    const report = await commandLine('value', position, '--longest', '4000');
    await withPage({ hash: positionHash(position) }, async (page) => {
      await openTab(page, 'Theory');
      const expected = report.areas.map((area, index) => ({ area, item: page.locator('.area-item').nth(index), name: `area ${area.label} of ${position}` }));
      // On a loaded machine the automatic time limit may be too short.
      const known = page.locator('.area-item summary .badge', { hasText: /proven|from the atlas/ });
      const longer = page.getByRole('button', { name: 'Compute for up to a minute' });
      await known.nth(expected.length - 1).or(longer).waitFor();
      if (await longer.isVisible()) await longer.click();
      await known.nth(expected.length - 1).waitFor();
      if (expected.length > 1) expected.push({ area: report.sum, item: page.locator('.sum-more'), name: `sum of ${position}` });
      for (const { area, item, name } of expected) {
        if (!(await item.evaluate((details) => details.open))) await item.locator('summary').first().click();
        await item.locator('.facts').first().waitFor();
        const long = item.locator('.facts .long-value > summary');
        if (await long.count()) {
          await long.click();
          // The toggle event fills in the whole value a moment later.
          await waitForText(item.locator('.facts .long-value .whole'), /\S/);
        }
        const shown = await facts(item);
        assert.equal(toAscii(shown.Value), area.value, name);
        assert.equal(toAscii(shown.Mean), area.mean, name);
        assert.equal(toAscii(shown.Temperature), area.temperature, name);
        assert.equal(shown.Stops.replaceAll('−', '-'), `${area.left_stop} if Black moves first, ${area.right_stop} if White moves first`, name);
        assert.equal(shown.Outcome, `${area.outcome}: ${OUTCOMES[area.outcome]}`, name);
      }
    });
  }
});

test('winner, move and margin are those of otrera solve and otrera score', async () => {
  for (const position of [FIGHT, 'start:4x4']) {
    const { winner, move } = await commandLine('solve', position);
    const score = await commandLine('score', position);
    await withPage({ hash: positionHash(position) }, async (page) => {
      const name = { white: 'White', black: 'Black' };
      await openTab(page, 'Theory');
      await page.locator('.area-item').first().waitFor();
      await page.locator('.solve-part').getByRole('button', { name: 'Solve this position' }).click();
      await waitForText(page.locator('.solve-part .winner'), `${name[winner]} wins`);
      assert.deepEqual(await page.locator('.solve-part .winner .chip').allTextContents(), move ? [move] : [], position);
      await page.locator('.margin-part').getByRole('button', { name: 'Compute margin' }).click();
      const margin = score.margin === 0 ? 'the last move' : score.margin === 1 ? '1 move' : `${score.margin} moves`;
      await waitForText(page.locator('.margin-part .winner'), `${name[score.winner]} wins by ${margin}.`);
    });
  }
});

test('candidates with a node limit and a seed are those of otrera best', async () => {
  const limits = { nodes: 3000, seed: 7 };
  for (const position of ['start:6x6', 'start:10x10', SUM]) {
    const report = await commandLine('best', position, '--nodes', String(limits.nodes), '--seed', String(limits.seed), '--threads', '1', '--no-book', '--time', '600');
    await withPage({ hash: positionHash(position) }, async (page) => {
      // The page sets a time limit only; the test adds a node limit and a seed.
      await page.route('**/api/stream/best', (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...limits, time: 600 }) }));
      await openTab(page, 'Analyse');
      await page.getByRole('button', { name: 'Analyse live' }).click();
      await waitForText(page.locator('.live-status'), /finished/);
      const rows = page.locator('.candidates tbody tr:not([hidden])');
      const shown = await rows.evaluateAll((all) => all.map((row) => ({
        move: row.querySelector('.move-name')?.textContent, chance: row.querySelector('.figure')?.textContent?.trim(), ahead: row.querySelectorAll('.figure')[1]?.textContent,
      })));
      const words = { win: 'wins', loss: 'loses' };
      // The page orders candidates by the chance that it shows, the command line by visits.
      const worth = ({ chance, proven }) => (proven === 'win' ? 200 : proven === 'loss' ? -100 : Math.floor((Math.round(chance * 1000) + 5) / 10));
      const expected = report.candidates.toSorted((a, b) => worth(b) - worth(a) || Math.round(10 * b.score) - Math.round(10 * a.score) || b.visits - a.visits);
      assert.deepEqual(shown, expected.slice(0, 8).map(({ move, chance, score, proven }) => ({
        move,
        // Formatted from the printed decimal: 0.565 * 100 is slightly less than 56.5.
        chance: proven ? words[proven] : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 }).format(chance),
        ahead: proven ? '' : new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(score).replace('-', '−'),
      })), position);
      assert(shown.some(({ move }) => move === report.move));
    });
  }
});

test('legal squares and evaluation terms are those of otrera moves and otrera show', async () => {
  const { moves } = await commandLine('moves', 'start:10x10');
  const { evaluation } = await commandLine('show', 'start:10x10', '--eval');
  await withPage({}, async (page) => {
    for (const [from, to] of [['d1', 'd7'], ['j4', 'e4']]) {
      await page.locator(`#board [data-square="${from}"]`).click();
      const goals = await page.locator('#board [aria-label*="can move here"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-square')));
      assert.deepEqual(new Set(goals), new Set(moves.filter((move) => move.startsWith(`${from}-`)).map((move) => move.split(/[-x]/)[1])));
      await page.locator(`#board [data-square="${to}"]`).click();
      const shots = await page.locator('#board [aria-label*="can shoot here"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-square')));
      assert.deepEqual(new Set(shots), new Set(moves.filter((move) => move.startsWith(`${from}-${to}x`)).map((move) => move.split('x')[1])));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    await openTab(page, 'Analyse');
    await page.getByText('Evaluation terms').click();
    const rows = page.locator('.terms tbody tr');
    await rows.first().waitFor();
    for (const [index, { name, product }] of evaluation.terms.entries()) {
      assert.equal(await rows.nth(index).locator('code').textContent(), name);
      const shown = (await rows.nth(index).locator('.figure').nth(2).textContent()) ?? '';
      assert(Math.abs(Number(shown.replace('−', '-')) - product) < 0.00501, `${name}: ${shown} for ${product}`);
    }
  });
});
