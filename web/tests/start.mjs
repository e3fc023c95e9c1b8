// Starts a server with its own small atlas, and finds chromium. All files are in a temporary directory.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Names of the browser in different distributions. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** No sandbox, because tests may run as root, and no background network traffic. */
export const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Size of the atlas in squares; built within a second. */
const ATLAS = 5;

/** Path of chromium, or null. */
export function findChromium() {
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((directory) => NAMES.map((name) => join(directory, name)));
  return [process.env.CHROMIUM ?? '', ...places].find(isProgram) ?? null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the program's server on a free port.
 * @returns {Promise<{address: string, environment: Record<string, string>, pid: number, stop: () => Promise<void>}>}
 */
export async function startServer(program, ...options) {
  const directory = mkdtempSync(join(tmpdir(), 'otrera-page-'));
  const environment = { ...process.env, OTRERA_ATLAS: join(directory, 'atlas.otrera') };
  execFileSync(program, ['atlas', 'build', '--size', String(ATLAS), '--quiet'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = spawn(program, ['serve', '--port', '0', '--no-open', '--quiet', ...options], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  // The server ends with this process.
  process.on('exit', () => server.kill());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(([code]) => {
    throw new Error(`the server exited with ${code} during startup`);
  })]);
  return {
    address: String(line).trim(),
    environment,
    pid: server.pid,
    async stop() {
      const ended = server.exitCode === null ? once(server, 'exit') : null;
      server.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
