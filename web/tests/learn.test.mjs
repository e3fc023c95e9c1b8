// The course: every step has right and wrong moves, and it can be finished by keys alone and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEPS } from '../learn/steps.js';
import { checkAccessibility } from './axe.mjs';
import { commandLine, hold, oneOf, pieces, play, playByKeys, playSome, pressByKeys, settled, square, startGame, tapMove, until, waitForText, withPage } from './page.mjs';

/** A right move or answer of each step but the last. */
const SOLUTIONS = {
  move: 'c3-e5xa1', shoot: 'a1-a5xc5', jump: 'c3-e5xe4', last: 'c2-c3xb3', enclose: 'c1-d1xb3', count: '3 moves', who: 'Black',
  half: 'd1-c1xe1', fill: 'b1-a1xd1', defect: '1 move', wait: 'f2-f3xf1',
};
const WRONG = { move: 'c3-c4xc5', last: 'c2-d1xc1', enclose: 'c1-a1xb1', count: '4 moves', who: 'White', half: 'd1-c1xb1', fill: 'b1-a1xb1', defect: '2 moves', wait: 'a2-b1xa2' };

const isMove = (answer) => /^[a-z]\d/.test(answer);
const feedback = (page, kind) => page.locator(`.lesson-feedback.${kind}`).waitFor().catch(async (error) => {
  throw new Error(`${await page.locator('#lesson').textContent()}: ${JSON.stringify(await pieces(page))}, focus ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`, { cause: error });
});

async function answer(page, solution, { keys = false } = {}) {
  if (isMove(solution)) {
    if (keys) return playByKeys(page, solution);
    await tapMove(page, solution);
  } else if (keys) await pressByKeys(page, solution);
  else await page.locator('#lesson').getByRole('button', { name: solution, exact: true }).tap();
}

test('the solver agrees with the solutions of the course', async () => {
  const after = async (board, move) => (await commandLine('moves', board, '--play', move)).board;
  const margin = async (board) => {
    const { winner, margin: moves } = await commandLine('score', board);
    return winner === 'white' ? moves : -moves;
  };
  for (const { name, board, task } of STEPS) {
    if (task.kind === 'best') {
      assert.equal(await margin(await after(board, SOLUTIONS[name])), await margin(board), name);
      assert((await margin(await after(board, WRONG[name]))) < (await margin(board)), name);
    } else if (task.kind === 'win') {
      assert.equal((await commandLine('solve', await after(board, SOLUTIONS[name]))).winner, 'white', name);
      assert.equal((await commandLine('solve', await after(board, WRONG[name]))).winner, 'black', name);
    } else if (task.kind === 'number') {
      const { areas } = await commandLine('territory', board);
      assert.equal(areas.find(({ owner }) => owner === 'white').moves, parseInt(SOLUTIONS[name], 10), name);
    } else if (task.kind === 'who') {
      assert.equal((await commandLine('score', board)).winner, SOLUTIONS[name].toLowerCase(), name);
    }
  }
});

test('a newcomer finds the course, finishes its steps by keys alone, and gets the own game back', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    const before = await pieces(page);
    await page.locator('#panel-play').getByRole('button', { name: 'Learn the game' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#lesson .headline:focus', { hasText: 'Step 1 of 12: Moving' }).waitFor();
    await checkAccessibility(page, 'the course');
    for (const [index, { name }] of STEPS.slice(0, -1).entries()) {
      await waitForText(page.locator('#lesson .headline'), `Step ${index + 1} of 12`);
      if (WRONG[name]) {
        await answer(page, WRONG[name], { keys: true });
        await feedback(page, 'wrong');
      }
      await answer(page, SOLUTIONS[name], { keys: true });
      await feedback(page, 'right');
      await pressByKeys(page, 'Next step');
    }
    await waitForText(page.locator('#lesson .headline'), 'Step 12 of 12');
    assert.equal(await page.locator('.lesson-step.done').count(), 11);
    await pressByKeys(page, 'Leave the course');
    await page.locator('#lesson').waitFor({ state: 'hidden' });
    assert.deepEqual(await pieces(page), before);
  });
});

test('the course is played on a phone in German, and its guided game ends', async () => {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE', reducedMotion: 'reduce' }, async (page) => {
    await page.locator('#panel-play').getByRole('button', { name: 'Spiel lernen' }).tap();
    await waitForText(page.locator('#lesson .headline'), 'Schritt 1 von 12: Ziehen');
    await answer(page, SOLUTIONS.move);
    await feedback(page, 'right');
    await checkAccessibility(page, 'the course in German');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
    await page.locator('.lesson-step').nth(11).tap();
    const over = page.locator('#lesson').getByRole('button', { name: 'Kurs beenden' });
    const turn = page.locator('#board .movable[aria-label*="weiße"]').first();
    for (let move = 0; move < 20; move++) {
      await over.or(turn).first().waitFor();
      if (await over.count()) break;
      await playSome(page, move, { act: 'tap', goal: 'Zug hierher', shot: 'Schuss hierher' });
    }
    await over.tap();
    await page.locator('#lesson').waitFor({ state: 'hidden' });
  });
});

async function openGuidedGame(page) {
  await page.locator('#panel-play').getByRole('button', { name: 'Learn the game' }).click();
  await page.locator('.lesson-step').nth(11).click();
  await waitForText(page.locator('#lesson .headline'), 'Step 12 of 12');
}

test('a step that starts again while the opponent thinks is not disturbed by the old reply', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await openGuidedGame(page);
    const start = await pieces(page);
    const release = await hold(page, '**/api/best');
    const asked = page.waitForRequest('**/api/best');
    await play(page, 'b1-b4xb3');
    await waitForText(page.locator('.lesson-feedback'), 'Let me see');
    await asked;
    await page.locator('#lesson').getByRole('button', { name: 'Start this step again' }).click();
    const from = await oneOf(page, '.movable', 0);
    await square(page, from).click();
    await page.locator('#board [aria-label*="can move here"]').first().waitFor();
    const answered = page.waitForResponse('**/api/areas');
    release();
    await answered;
    await page.evaluate(() => fetch('api/health'));
    await settled(page);
    // The amazon is still selected, and the board is that of the new start.
    await page.locator('#board [aria-selected="true"]').and(square(page, from)).waitFor();
    assert.deepEqual(await pieces(page), start);
  });
});

test('a guided game that the last move decides has the right winner', async () => {
  for (const [winner, words] of [['white', 'you win by the last move'], ['black', 'Black wins by the last move']]) {
    await withPage({ reducedMotion: 'reduce' }, async (page) => {
      await openGuidedGame(page);
      await page.route('**/api/areas', (route) => route.fulfill({ json: { areas: [] } }));
      await page.route('**/api/score', (route) => route.fulfill({ json: { winner, margin: 0 } }));
      await play(page, 'b1-b4xb3');
      await waitForText(page.locator('.lesson-feedback.right'), words);
    });
  }
});

test('a step goes on after the server has failed', async () => {
  await withPage({ reducedMotion: 'reduce', refusals: 3 }, async (page) => {
    await openGuidedGame(page);
    const start = await pieces(page);
    let failures = 0;
    await page.route('**/api/best', async (route) => {
      await route.fulfill({ status: 400, json: { error: 'busy', code: 'server.busy', parameters: {} } });
      failures++;
    });
    await play(page, 'b1-b4xb3');
    await waitForText(page.locator('.lesson-feedback.wrong'), 'The server is busy.');
    assert.deepEqual(await pieces(page), start);
    // The move, the best one and the reply are asked for at once.
    await until(() => failures === 3);
    await page.unroute('**/api/best');
    await play(page, 'b1-b4xb3');
    await waitForText(page.locator('.lesson-feedback'), /was better|Well done|A good move/);
    await page.locator('#board .movable[aria-label*="white"]').first().waitFor();
  });
});
