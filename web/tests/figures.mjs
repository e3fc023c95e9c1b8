// Measurements of the page's speed, taken in the page itself.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Milliseconds to first paint and to the drawn board, with an empty browser cache.
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
 * Number of loaded files, and their size unpacked and as sent.
 * @param {Page} page
 */
export function loaded(page) {
  return page.evaluate(() => {
    const all = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')])
      .filter(({ name }) => !new URL(name).pathname.startsWith('/api/'));
    // The icon is requested twice.
    const entries = [...new Map(all.map((entry) => [entry.name, entry])).values()];
    return {
      files: entries.length,
      bytes: entries.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      sent: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
}

/** Timeout of a click, in milliseconds. */
const NEVER = 20_000;

/**
 * Plays a variation by clicks while the engine is thinking, and times each click from the press to the frame that shows its
 * effect. `next`: from a shot until the server has sent the opponent's moves.
 * @param {Page} page in a game where the engine has just started to think
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
      // The mover's amazons stay marked until the server has sent the opponent's moves.
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

/** @param {number[]} numbers */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
