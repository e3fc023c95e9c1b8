// Runs the tests of the page in a real browser:
//
//   node web/tests/run.mjs PROGRAM [TEST FILES]
//
// All tests share one server and one chromium; each has its own browser context. web/tests/prepare installs the
// requirements.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium, FLAGS, startServer } from './start.mjs';

const TIMED = 'speed.test.mjs';

/** The longest tests start first. */
const LONG = ['types.test.mjs', 'same.test.mjs', 'looks.test.mjs', 'playing.test.mjs'];

const [program, ...chosen] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/tests/run.mjs PROGRAM [TEST FILES]');
  process.exit(2);
}
const executablePath = findChromium();
if (!executablePath) {
  console.error('chromium is missing; web/tests/prepare installs it');
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort((a, b) => Number(LONG.includes(b)) - Number(LONG.includes(a)));
const files = chosen.length ? chosen : all.map((name) => join(here, name));

const server = await startServer(resolve(program));
const browser = await chromium.launchServer({ executablePath, args: FLAGS });
const env = { ...server.environment, OTRERA_PROGRAM: resolve(program), OTRERA_ADDRESS: server.address, OTRERA_BROWSER: browser.wsEndpoint() };
// Timed tests run alone.
const rounds = [files.filter((name) => !name.endsWith(TIMED)), files.filter((name) => name.endsWith(TIMED))];
let failed = false;
for (const round of rounds.filter(({ length }) => length > 0)) {
  const tests = spawn(process.execPath, ['--test', '--test-concurrency=4', '--test-reporter=spec', ...round], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(tests, 'exit');
  failed ||= code !== 0;
}
await browser.close();
await server.stop();
process.exit(failed ? 1 : 0);
