// How fast the page is, measured in the page itself.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Milliseconds until the browser has painted something of a page that it has never seen, and until the board is there.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 */
export async function firstPaint(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#board [data-square]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('board')));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  const figures = await page.waitForFunction(() => {
    const [board] = performance.getEntriesByName('board');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return board && paint && { paint: paint.startTime, board: board.startTime };
  });
  const times = /** @type {{paint: number, board: number}} */ (await figures.jsonValue());
  await context.close();
  return times;
}

/**
 * Bytes of everything that the page loads, as they are and as they are sent.
 * @param {Page} page
 */
export function loaded(page) {
  return page.evaluate(() => {
    const all = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')])
      .filter(({ name }) => !new URL(name).pathname.startsWith('/api/'));
    // The icon is asked for twice.
    const entries = [...new Map(all.map((entry) => [entry.name, entry])).values()];
    return {
      files: entries.length,
      bytes: entries.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      sent: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
}

/** Milliseconds after which a click counts as not answered. */
const NEVER = 20_000;

/**
 * Clicks through a variation while the engine thinks about the game, and tells how long each click took: from the press
 * to the frame that shows what came of it. `next`: after a shot, until the server has told the moves of the other side.
 * @param {Page} page which shows a position of a game in which the engine has just begun to think
 * @param {number} moves
 * @returns {Promise<{pick: number[], go: number[], shoot: number[], next: number[]}>}
 */
export async function clicks(page, moves) {
  const steps = /** @type {const} */ ([['pick', '[aria-label*="can move here"]'], ['go', '[aria-label*="can shoot here"]'], ['shoot', '.movable']]);
  /** @type {{pick: number[], go: number[], shoot: number[], next: number[]}} */
  const times = { pick: [], go: [], shoot: [], next: [] };
  let next = '.movable';
  for (let move = 0; move < moves; move++) {
    for (const [name, selector] of steps) {
      const squares = page.locator(`#board ${next}`);
      const box = await squares.nth((move * 7) % (await squares.count())).boundingBox();
      if (!box) throw new Error(`no square to ${name}`);
      // The amazons of who has moved stay marked until the server has told the moves of the other side.
      await page.evaluate(({ selector, isShot }) => {
        const marked = () => [...document.querySelectorAll(`#board ${selector}`)].map((cell) => cell.getAttribute('data-square')).join();
        const burnt = () => document.querySelectorAll('#board [aria-label*="burnt"]').length;
        const before = isShot ? marked() : '';
        const fires = burnt();
        const pressed = new Promise((resolve) => addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }));
        const seen = (/** @type {() => boolean} */ isThere) => pressed.then((since) => new Promise((resolve) => {
          const look = () => requestAnimationFrame(isThere() ? () => resolve(performance.now() - since) : look);
          look();
        }));
        const isMarked = () => marked() !== '' && marked() !== before;
        globalThis.answered = Promise.all(isShot ? [seen(() => burnt() > fires), seen(isMarked)] : [seen(isMarked)]);
      }, { selector, isShot: name === 'shoot' });
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      const [shown, known] = await page.evaluate((never) => Promise.race([globalThis.answered, new Promise((resolve) => setTimeout(() => resolve([never, never]), never))]), NEVER);
      times[name].push(shown);
      if (known !== undefined) times.next.push(known);
      next = selector;
    }
  }
  return times;
}

/** The one in the middle. @param {number[]} numbers */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
