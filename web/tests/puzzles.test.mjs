// Puzzles: every kind is solved by mouse, keys and touch, and a wrong answer is refuted on the board. Mistakes of a game are
// retried, with the reasons in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterMove } from '../boards.js';
import { placeOf, reachOf, reasonsOf } from '../puzzles/reasons.js';
import { checkAccessibility } from './axe.mjs';
import { commandLine, limitByNodes, openTab, pieces, play, playByKeys, positionHash, pressByKeys, startGame, tapMove, waitForText, withPage } from './page.mjs';
import { FIGHT } from './positions.mjs';

const NAMES = { win: 'Win by one', half: 'The larger half', save: 'Save the amazon', fill: 'Fill the territory', zugzwang: 'Find the zugzwang' };

const panel = (page) => page.locator('#puzzles');
const feedback = (page, kind) => page.locator(`#puzzles .lesson-feedback.${kind}`);

/** All puzzles, easy ones first, as the page lists them. */
const listed = async (page, kind) => {
  const { puzzles } = await page.evaluate(async () => (await fetch('api/puzzles')).json());
  return puzzles.filter((puzzle) => puzzle.kind === kind).sort((a, b) => a.grade - b.grade);
};

/** A legal move that is not among the answers. */
async function wrongMove({ board, answers }) {
  const { moves } = await commandLine('moves', board);
  return moves.find((move) => !answers.includes(move));
}

test('there are hundreds of puzzles, and a wrong answer of each kind is refuted', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await page.locator('#menu').getByRole('button', { name: 'Puzzles' }).click();
    await panel(page).waitFor();
    await waitForText(panel(page), /0 of [3-9]\d\d puzzles solved/);
    for (const [kind, name] of Object.entries(NAMES)) {
      await panel(page).getByLabel('Kind').selectOption(kind);
      const [puzzle] = await listed(page, kind);
      await waitForText(panel(page).locator('.headline'), `: ${name}`);
      if (kind === 'zugzwang') {
        const wrong = ['A', 'B', 'C'].find((label) => !puzzle.answers.includes(label));
        await page.locator('#board .area').first().waitFor();
        await panel(page).getByRole('button', { name: `Area ${wrong}` }).click();
        await waitForText(feedback(page, 'wrong'), `No: in ${wrong}, moving first gains`);
        await panel(page).getByRole('button', { name: `Area ${puzzle.answers[0]}` }).click();
      } else {
        const wrong = await wrongMove(puzzle);
        await play(page, wrong);
        await feedback(page, 'wrong').waitFor();
        if (kind === 'fill') {
          await waitForText(feedback(page, 'wrong'), /you make \d+ moves in all, and \d+ are possible/);
          await page.locator('#board .mark').first().waitFor();
        } else {
          // The reply on the board is the solver's.
          const after = (await commandLine('moves', puzzle.board, '--play', wrong)).board;
          assert.equal((await commandLine('solve', after)).winner, 'black');
          await waitForText(feedback(page, 'wrong'), `Black answers ${(await commandLine('score', after)).line[0]}, and wins`);
          await page.locator('#board .candidate').waitFor();
        }
        await panel(page).getByRole('button', { name: 'Try again' }).click();
        await play(page, puzzle.answers[0]);
      }
      await waitForText(feedback(page, 'right'), 'Right');
    }
    await waitForText(panel(page), /5 of \d+ puzzles solved/);
    await checkAccessibility(page, 'puzzles');
    await page.reload();
    await page.locator('#menu').getByRole('button', { name: 'Puzzles' }).click();
    await waitForText(panel(page), /5 of \d+ puzzles solved/);
    assert.equal(await panel(page).getByLabel('Kind').inputValue(), 'zugzwang');
  });
});

test('puzzles are found from Play and solved by keys alone, and the own game comes back', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await startGame(page, { who: 'Two players', size: '6 × 6' });
    const before = await pieces(page);
    await page.locator('#panel-play').getByRole('button', { name: 'Solve puzzles' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#puzzles .headline:focus').waitFor();
    await panel(page).getByLabel('Kind').selectOption('win');
    const [puzzle, second] = await listed(page, 'win');
    await playByKeys(page, await wrongMove(puzzle));
    await page.locator('#puzzles [data-way=again]:focus').waitFor();
    await page.keyboard.press('Enter');
    await playByKeys(page, puzzle.answers[0]);
    await feedback(page, 'right').waitFor();
    await pressByKeys(page, 'Next puzzle');
    await waitForText(panel(page).locator('.headline'), 'Puzzle 2 of');
    await pressByKeys(page, 'Show the answer');
    await waitForText(panel(page).locator('.lesson-feedback'), `Right: ${second.answers.join(', ')}`);
    await page.locator('#board .candidate').first().waitFor();
    await pressByKeys(page, 'Leave the puzzles');
    await panel(page).waitFor({ state: 'hidden' });
    assert.deepEqual(await pieces(page), before);
  });
});

test('puzzles are solved on a phone in German', async () => {
  await withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE', reducedMotion: 'reduce' }, async (page) => {
    await page.locator('#panel-play').getByRole('button', { name: 'Rätsel lösen' }).tap();
    await panel(page).getByLabel('Art').selectOption('half');
    await panel(page).getByLabel('Schwierigkeit').selectOption('2');
    await waitForText(panel(page), 'Schwierigkeit 2 von 5');
    const puzzle = (await listed(page, 'half')).find(({ grade }) => grade === 2);
    await tapMove(page, await wrongMove(puzzle));
    await waitForText(feedback(page, 'wrong'), 'Schwarz antwortet');
    await checkAccessibility(page, 'puzzles in German');
    await panel(page).getByRole('button', { name: 'Noch einmal' }).tap();
    await tapMove(page, puzzle.answers[0]);
    await waitForText(feedback(page, 'right'), 'Richtig: Jetzt ist alles aufgeteilt');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
  });
});

test('places and reach are those of the board', () => {
  const board = '10/10/10/10/10/10/10/10/10/w9 w';
  assert.equal(reachOf(board, 'a1'), 27);
  assert.equal(reachOf('#.#/#w#/### w', 'b2'), 1);
  for (const [squares, place] of [[['a5', 'b5', 'a6'], 'left'], [['j1', 'j10'], 'right'], [['e10', 'f10'], 'top'], [['d1'], 'bottom'], [['e5', 'f6'], 'middle']]) {
    assert.equal(placeOf(squares, board), place, String(squares));
  }
});

/** The areas and distances of a position, by the program. */
async function see(board) {
  const { areas, evaluation } = await commandLine('show', board, '--eval');
  return { board, areas, distances: evaluation.queen_distances };
}

/** A move and the best one, each with the reply, and the reasons that the drawn board gives. */
const REASONS = [
  // White burns the way out of the own corner.
  { board: '...w.b... w', side: 'white', bad: ['d1-a1xb1', 'f1-d1xc1'], good: ['d1-c1xe1', 'f1-g1xf1'], reasons: [{ rule: 'stuck', amazon: 'a1', squares: 0 }] },
  // Two rooms of nine squares and a door between them. The white room could have been shut.
  { board: '...#.../..w..b./...#... w', side: 'white', bad: ['c2-a2xb2', 'f2-d2xc2'], good: ['c2-c3xd2', 'f2-g2xf2'], reasons: [{ rule: 'given', squares: 8, place: 'left' }] },
  // Black shuts the other room; with the colours exchanged, White does.
  { board: '...#.../.w..b../...#... w', side: 'white', bad: ['b2-a1xa2', 'e2-e3xd2'], good: ['b2-d2xb2', 'e2-f3xe2'], reasons: [{ rule: 'walled', squares: 8, place: 'right' }] },
  { board: '...#.../.w..b../...#... b', side: 'black', bad: ['e2-f1xf2', 'b2-b3xd2'], good: ['e2-d2xe2', 'b2-b3xb2'], reasons: [{ rule: 'walled', squares: 8, place: 'left' }] },
  // The left room is White's already, and 16 squares on the right are contested.
  { board: '..w#.....b/...#....../...#..w... w', side: 'white', bad: ['c3-b3xc3', 'j3-i3xj3'], good: ['g1-g2xg1', 'j3-i3xj3'], reasons: [{ rule: 'wasted', squares: 16 }] },
  // White leaves the middle of an open board.
  { board: '......../......../..w..b../......../........ w', side: 'white', bad: ['c3-a1xb1', 'f3-d3xd4'], good: ['c3-d3xe3', 'f3-g3xf3'], reasons: [{ rule: 'nearer', squares: 8 }] },
];

test('the reasons are those that the areas and distances show', async () => {
  const play = (board, moves) => see(moves.reduce(afterMove, board));
  for (const { board, side, bad, good, reasons } of REASONS) {
    const compared = { side, move: bad[0], before: await see(board), bad: await play(board, bad), good: await play(board, good) };
    assert.deepEqual(reasonsOf(compared), reasons, board);
    // The best move itself gets no reason by comparison with itself.
    assert.deepEqual(reasonsOf({ ...compared, move: good[0], bad: compared.good }).filter(({ rule }) => rule !== 'stuck'), [], board);
  }
});

const GAME = new URL('../../testdata/games/6x6-to-the-end.sgf', import.meta.url).pathname;

test('the mistakes of a review are retried, each with its reasons, and the review comes back', async () => {
  await withPage({ reducedMotion: 'reduce' }, async (page) => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByLabel(/^File/).setInputFiles(GAME);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openTab(page, 'Analyse');
    for (const path of ['**/api/stream/analyze', '**/api/analyze', '**/api/best']) await limitByNodes(page, path, 300);
    await page.getByRole('button', { name: 'Analyse the game' }).click();
    const begin = page.getByRole('button', { name: 'Retry your mistakes' });
    await begin.waitFor({ timeout: 600_000 });
    const marked = await page.locator('.mistake-item').count();
    await begin.click();
    await waitForText(panel(page).locator('.headline'), `Mistake 1 of ${marked}`);
    const why = page.locator('.puzzle-why', { hasText: 'was played' });
    await why.waitFor();
    await checkAccessibility(page, 'a mistake');
    const played = /^(\S+) was played/.exec((await why.textContent()) ?? '')?.[1] ?? '';
    await play(page, played);
    await waitForText(feedback(page, 'wrong'), 'of the chances, more than 5');
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByRole('button', { name: 'Show the answer' }).click();
    const answer = /Right: (\S+)/.exec((await panel(page).locator('.lesson-feedback', { hasText: 'Right:' }).textContent()) ?? '')?.[1] ?? '';
    assert.notEqual(answer, played);
    await play(page, answer);
    await waitForText(feedback(page, 'right'), 'Right: this is the best move.');
    await waitForText(panel(page), `1 of ${marked} mistakes mended`);
    await panel(page).getByRole('button', { name: 'Next mistake' }).click();
    await waitForText(panel(page).locator('.headline'), `Mistake 2 of ${marked}`);
    await panel(page).getByRole('button', { name: 'Back to the review' }).click();
    await panel(page).waitFor({ state: 'hidden' });
    assert.equal(await page.locator('.mistake-item').count(), marked);
    await page.locator('#panel-analyse').waitFor();
  });
});

/** A move that loses the fight, which the review proves. */
async function blunder() {
  const { moves } = await commandLine('solve', FIGHT, '--all-moves');
  return moves.find(({ result }) => result === 'loss').move;
}

test('a mistake is retried by keys alone', async () => {
  const wrong = await blunder();
  await withPage({ hash: positionHash(FIGHT), reducedMotion: 'reduce' }, async (page) => {
    await playByKeys(page, wrong);
    await page.locator('#tree .move', { hasText: wrong }).waitFor();
    await page.keyboard.press('2');
    await pressByKeys(page, 'Analyse the game');
    await page.getByRole('button', { name: 'Retry your mistakes' }).waitFor();
    await pressByKeys(page, 'Retry your mistakes');
    await page.locator('#puzzles .headline:focus', { hasText: 'Mistake 1 of 1' }).waitFor();
    await waitForText(panel(page).locator('.puzzle-why'), `${wrong} was played`);
    await playByKeys(page, 'd1-c2xd2');
    await waitForText(feedback(page, 'right'), 'Right: this is the best move.');
    await pressByKeys(page, 'Back to the review');
    await panel(page).waitFor({ state: 'hidden' });
    await page.locator('.mistake-item').waitFor();
  });
});

test('a mistake is retried on a phone in German', async () => {
  const wrong = await blunder();
  await withPage({ hash: positionHash(FIGHT), viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE', reducedMotion: 'reduce' }, async (page) => {
    await tapMove(page, wrong);
    await page.locator('#tree .move', { hasText: wrong }).waitFor();
    await page.getByRole('tab', { name: 'Analyse' }).tap();
    await page.getByRole('button', { name: 'Partie analysieren' }).tap();
    await page.getByRole('button', { name: 'Fehler noch einmal spielen' }).tap();
    await waitForText(panel(page).locator('.headline'), 'Fehler 1 von 1');
    await tapMove(page, wrong);
    await waitForText(feedback(page, 'wrong'), 'Dieser Zug verliert');
    await panel(page).getByRole('button', { name: 'Noch einmal' }).tap();
    await tapMove(page, 'd1-c2xd2');
    await waitForText(feedback(page, 'right'), 'Richtig: Das ist der beste Zug.');
    await checkAccessibility(page, 'a mistake in German');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
    await panel(page).getByRole('button', { name: 'Zurück zur Durchsicht' }).tap();
    await page.locator('.mistake-item').waitFor();
  });
});
