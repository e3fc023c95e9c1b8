// The page of a campaign: it shows what `otrera campaign status` says, follows a campaign that goes on, and says in the
// user's language why there is nothing to see.

import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkAccessibility } from './axe.mjs';
import { commandLine, commandOutput, waitForText, withBrowserPage } from './page.mjs';
import { startServer } from './start.mjs';

const { OTRERA_PROGRAM: PROGRAM, OTRERA_ADDRESS: ADDRESS } = process.env;

/** A campaign of a second whose first moves are expanded, and a smaller one. */
const [LARGE, SMALL] = [{ position: 'start:4x5', budget: '3000' }, { position: 'start:4x4', budget: '4' }];

/** Passes a server with a campaign, which is finished or new, and its directory to `visit`. */
async function withCampaign({ position, budget }, isFinished, visit) {
  const root = await mkdtemp(join(tmpdir(), 'otrera-campaign-'));
  const directory = join(root, 'c');
  await commandLine('campaign', 'new', directory, position, '--budget', budget, '--tries', '1', '--lemma', budget);
  if (isFinished) await commandOutput('campaign', 'run', directory, '--quiet');
  const server = await startServer(PROGRAM, '--campaign', directory);
  try {
    await visit(`${server.address}campaign`, directory);
  } finally {
    await server.stop();
    await rm(root, { recursive: true });
  }
}

test('first moves, replies and workers are those of the command line', async () => {
  await withCampaign(LARGE, true, async (address, directory) => {
    const status = await commandLine('campaign', 'status', directory);
    await withBrowserPage({ reducedMotion: 'reduce' }, async (page) => {
      await page.goto(address);
      await waitForText(page.locator('h2.headline'), 'Black wins. It is proven.');
      const more = page.locator('[data-key="more moves"]');
      if (await more.count()) await more.click();
      const section = (name) => page.locator('section', { has: page.getByRole('heading', { name }) });
      const rows = section('First moves').locator('tbody tr');
      assert.equal(await rows.count(), status.moves.length);
      const shown = await rows.evaluateAll((all) => all.map((row) => [row.querySelector('th').textContent, row.querySelector('.result').textContent, row.querySelector('code')?.title ?? null]));
      const winner = { wins: 'White wins', loses: 'Black wins', open: 'open' };
      assert.deepEqual(shown, status.moves.map(({ play, result, part }) => [play, winner[result], part]));
      const figures = await section('Workers').locator('tbody tr').first().locator('.figure').allTextContents();
      const [worker] = status.workers;
      assert.deepEqual(figures.slice(0, 2), [worker.jobs, worker.nodes].map((value) => new Intl.NumberFormat('en').format(value)));
      const tried = status.moves.find(({ reply }) => reply?.length > 0);
      await page.getByRole('button', { name: `Show the replies to ${tried.play}`, exact: true }).click();
      await page.getByRole('heading', { name: `Replies to ${tried.play}`, exact: true }).waitFor();
      // The focus survives the new drawing.
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-key')), tried.play);
      assert.match(await section(`Replies to ${tried.play}`).locator('p').first().textContent(), /^Open: \d+\. Black wins: \d+\. White wins: \d+\.$/);
      assert(await page.locator('.campaign-tree rect').count() > status.moves.length);
      await checkAccessibility(page, 'campaign');
    });
  });
});

test('a campaign that goes on is followed, and one that is gone is told in the language of the page', async () => {
  await withCampaign(SMALL, false, async (address, directory) => {
    await withBrowserPage({ locale: 'de-DE' }, async (page) => {
      await page.goto(address);
      await waitForText(page.locator('h2.headline'), 'Noch nicht entschieden');
      await waitForText(page.locator('.age'), 'Die Kampagne ruht. Stand von vor');
      await checkAccessibility(page, 'open campaign');
      await commandOutput('campaign', 'run', directory, '--quiet');
      await waitForText(page.locator('h2.headline'), 'Schwarz gewinnt. Das ist bewiesen.');
      assert.equal(await page.locator('#announcer').textContent(), 'Schwarz gewinnt. Das ist bewiesen.');
      await rename(directory, `${directory}-away`);
      await waitForText(page.locator('.problem'), 'Die Kampagne kann nicht gelesen werden');
      await checkAccessibility(page, 'missing campaign');
      await rename(`${directory}-away`, directory);
      await waitForText(page.locator('h2.headline'), 'Schwarz gewinnt. Das ist bewiesen.');
    });
  });
});

test('an assumed result is never shown as proven', async () => {
  const root = await mkdtemp(join(tmpdir(), 'otrera-campaign-'));
  const [first, second, note] = ['first', 'second', 'note.md'].map((name) => join(root, name));
  const settings = ['--budget', LARGE.budget, '--tries', '1', '--lemma', LARGE.budget];
  await commandLine('campaign', 'new', first, LARGE.position, ...settings);
  await commandOutput('campaign', 'run', first, '--quiet');
  await writeFile(note, (await commandOutput('campaign', 'status', first, '--markdown')).stdout);
  await commandLine('campaign', 'new', second, LARGE.position, ...settings, '--assume', `@${note}`);
  const server = await startServer(PROGRAM, '--campaign', second);
  try {
    await withBrowserPage({ locale: 'de-DE', reducedMotion: 'reduce' }, async (page) => {
      await page.goto(`${server.address}campaign`);
      await waitForText(page.locator('h2.headline'), 'Nicht bewiesen: Schwarz gewinnt, falls alle angenommenen Züge verlieren.');
      const status = await commandLine('campaign', 'status', second);
      const words = await page.locator('.campaign-head p').allTextContents();
      assert(words.includes(`Züge, die nach einer früheren Kampagne als verloren angenommen sind: ${status.assumed}. Was darauf beruht, ist nicht bewiesen.`), words.join('|'));
      const results = await page.locator('#campaign tbody .result').allTextContents();
      assert(results.length > 0 && results.every((result) => result === 'Schwarz gewinnt, angenommen'), results.join('|'));
      assert.match(await page.locator('section.panel p.soft').filter({ hasText: 'Angenommen' }).first().textContent(), new RegExp(`Angenommen, nicht bewiesen: ${status.assumed}\\.$`));
      assert(await page.locator('.campaign-tree rect.assumed').count() > status.assumed);
      await checkAccessibility(page, 'campaign with assumptions');
    });
  } finally {
    await server.stop();
    await rm(root, { recursive: true });
  }
});

test('a server without a campaign says so', async () => {
  await withBrowserPage({}, async (page) => {
    await page.goto(`${ADDRESS}campaign`);
    await waitForText(page.locator('.problem'), 'This server shows no campaign.');
    await checkAccessibility(page, 'no campaign');
  });
});
