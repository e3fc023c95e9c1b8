// The JSDoc types of the page are correct.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('tsc reports no errors', () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: join(dirname(fileURLToPath(import.meta.url)), '..'), encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
