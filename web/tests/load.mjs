// Load test of the server: many clients, slow clients, malformed requests, two attacks, and thousands of cancelled
// streams. Prints latencies, memory and threads. Fails on an unexpected answer, and on an attack that others notice.
//
//   node web/tests/load.mjs target/release/otrera [more options of `otrera serve`]

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const [program, ...options] = process.argv.slice(2);
if (!program) {
  console.error('usage: node web/tests/load.mjs PROGRAM [OPTIONS]');
  process.exit(2);
}
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--quiet', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(server.stdout, 'data');
const { hostname, port } = new URL(String(line).trim());
const place = { host: hostname, port: Number(port) };

/** A field of the server's /proc status: `VmRSS`, `VmHWM`, `Threads`. */
function figure(name) {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** Sends a request; resolves with status, text and milliseconds. */
function ask(path, body, { agent, headers = {}, method = 'POST' } = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ ...place, path, method, agent, headers: { 'Content-Type': 'application/json', ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text, time: performance.now() - began }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

const health = async () => JSON.parse((await ask('/api/health', '', { method: 'GET' })).text);
/** Idle time after which the server has released unused memory, in milliseconds. */
const IDLE = 4000;
const MOVES = JSON.stringify({ position: 'start:10x10' });

/** Opens a stream and closes it `later` milliseconds after the response has started. */
function cancel(name, body, visitor, later) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Otrera-Visitor': visitor };
    const request = http.request({ ...place, path: `/api/stream/${name}`, method: 'POST', headers, agent: false }, (response) => {
      response.on('error', () => {});
      setTimeout(() => {
        request.destroy();
        resolve(response.statusCode);
      }, later);
    });
    request.on('error', (error) => (request.destroyed ? resolve(0) : reject(error)));
    request.end(JSON.stringify(body));
  });
}

async function waitUntilIdle() {
  for (let i = 0; i < 500; i++) {
    const { jobs, waiting } = await health();
    if (jobs === 0 && waiting === 0) return;
    await sleep(20);
  }
  throw new Error('the server does not become idle');
}

/** Starts and cancels `count` streams, 32 at a time; resolves with their statuses. */
async function cancelMany(count) {
  const names = ['best', 'analyze', 'solve', 'value', 'score'];
  const statuses = [];
  let next = 0;
  await Promise.all(Array.from({ length: 32 }, async (_, client) => {
    while (next < count) {
      const number = next++;
      const name = names[number % names.length];
      const position = number % 2 && name !== 'solve' ? 'start:10x10' : 'start:6x6';
      statuses.push(await cancel(name, { position }, `visitor ${client}`, number % 10 === 0 ? 200 : number % 3));
    }
  }));
  check(statuses.every((status) => status === 200 || status === 503), `statuses ${counted(statuses)}`);
  return statuses;
}

/** Longest answer to a question beside an attack, in milliseconds. */
const SOON = 100;
/** Most memory that an attack may take, in kilobytes. */
const MOST_TAKEN = 100 << 10;

/** Asks questions while `attack` lasts, and checks their latencies and the memory of the server. */
async function besideAttack(what, attack) {
  const before = figure('VmRSS');
  resetPeak();
  let isOver = false;
  const [result, times] = await Promise.all([
    attack().finally(() => (isOver = true)),
    (async () => {
      const times = [];
      while (!isOver || times.length < 20) times.push((await ask('/api/moves', MOVES)).time);
      return times;
    })(),
  ]);
  const taken = figure('VmHWM') - before;
  print(what, `${spread(times)}; ${inMegabytes(taken)} more`);
  check(Math.max(...times) < SOON, `a question beside ${what} took ${Math.max(...times).toFixed(0)} ms`);
  check(taken < MOST_TAKEN, `${what}: ${taken} kB`);
  return result;
}

let peak = 0;

/** Begins a new measurement of VmHWM. */
function resetPeak() {
  peak = Math.max(peak, figure('VmHWM'));
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
}

const inMegabytes = (kilobytes) => `${(kilobytes / 1024).toFixed(0)} MB`;
const megabytes = (name) => inMegabytes(figure(name));

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`;
}

function check(condition, what) {
  if (!condition) {
    server.kill();
    throw new Error(what);
  }
}

function counted(list) {
  const counts = {};
  for (const item of list) counts[item] = (counts[item] ?? 0) + 1;
  return Object.entries(counts).map(([item, count]) => `${count} x ${item}`).join(', ');
}

let most = 0;
const watch = setInterval(() => (most = Math.max(most, figure('Threads'))), 50);
const print = (what, text) => console.log(`${what.padEnd(30)}${text}`);

// Warm-up: fills caches and thread pools.
await cancelMany(300);
await Promise.all(Array.from({ length: 200 }, () => ask('/api/moves', MOVES)));
await waitUntilIdle();
await sleep(IDLE);
print('before', `${megabytes('VmRSS')}, ${figure('Threads')} threads`);

{
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 4000 }, () => ask('/api/moves', MOVES, { agent })));
  const seconds = (performance.now() - began) / 1000;
  check(answers.every(({ status }) => status === 200), 'a question was not answered');
  print('200 connections', `4000 questions, ${Math.round(4000 / seconds)} a second`);
  agent.destroy();
}
{
  const thinking = cancel('best', { position: 'start:10x10', time: 60, no_book: true }, 'thinker', 12_000);
  await sleep(500);
  const times = [];
  for (let i = 0; i < 200; i++) {
    const answer = await ask(i % 2 ? '/api/moves' : '/api/show', i % 2 ? MOVES : JSON.stringify({ position: 'start:10x10', eval: true }));
    check(answer.status === 200, 'a click was not answered');
    times.push(answer.time);
    await sleep(10);
  }
  print('clicks while it thinks', spread(times));
  await thinking;
}
{
  const sockets = [];
  const closed = [];
  for (let i = 0; i < 150; i++) {
    const socket = net.connect(place);
    socket.on('error', () => {});
    const began = performance.now();
    socket.on('close', () => closed.push(performance.now() - began));
    socket.resume();
    const head = `POST /api/moves HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"posi`;
    if (i % 3 === 1) {
      let sent = 0;
      const drip = setInterval(() => (sent < 60 && !socket.destroyed ? socket.write(head[sent++]) : clearInterval(drip)), 200);
    } else if (i % 3 === 2) {
      socket.write(head);
    }
    sockets.push(socket);
  }
  const times = [];
  for (let i = 0; i < 200; i++) times.push((await ask('/api/moves', MOVES)).time);
  print('150 slow and half-open', spread(times));
  for (let i = 0; i < 300 && closed.length < sockets.length; i++) await sleep(100);
  check(closed.length === sockets.length, `${sockets.length - closed.length} connections are still open`);
  print('', `all closed by the server after ${(Math.min(...closed) / 1000).toFixed(1)} to ${(Math.max(...closed) / 1000).toFixed(1)} s`);
}
{
  const bodies = ['', '{', '[]', 'null', '{"position":', '\u0000', '{"position": 1}', '{"position": "x"}', '['.repeat(5000), '{"position":"start:6x6","level":1}'];
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => ask('/api/moves', bodies[i % bodies.length])));
  check(answers.every(({ status, text }) => status === 400 && JSON.parse(text).error), 'nonsense was not refused');
  print('1000 malformed questions', counted(answers.map(({ status }) => status)));
}
{
  const large = Buffer.alloc(10 << 20, 'x');
  const answers = [];
  for (let i = 0; i < 40; i += 8) answers.push(...(await Promise.all(Array.from({ length: 8 }, () => ask('/api/moves', large)))));
  check(answers.every(({ status }) => status === 413), 'a large body was not refused');
  print('40 bodies of 10 MB', counted(answers.map(({ status }) => status)));
}
{
  // The first comment is long, and each remark is joined to it.
  const remark = { parent: 0, move: null, comment: '' };
  const nodes = [{ parent: null, move: null, comment: 'x'.repeat(480_000) }, ...Array(12_000).fill(remark)];
  const body = JSON.stringify({ board: 'start:10x10', nodes });
  const answers = await besideAttack('4 records of 12,000 remarks', () => Promise.all(Array.from({ length: 4 }, () => ask('/api/record', body))));
  check(answers.every(({ status, text }) => status === 200 && text.length > 480_000), 'a record was not written');
  print('', `written in ${Math.max(...answers.map(({ time }) => time)).toFixed(0)} ms`);
}
{
  // Without sure moves the certificate has several megabytes. The last event is the answer.
  const { text } = await ask('/api/stream/solve', JSON.stringify({ position: 'start:5x5', certificate: true, without: 'sure' }));
  const { id, bytes } = JSON.parse(/event: done\ndata: (.*)/.exec(text)?.[1] ?? '{}').certificate;
  await sleep(IDLE);
  const sockets = [];
  const begin = async () => {
    for (let i = 0; i < 150; i++) {
      const socket = net.connect(place);
      socket.on('error', () => {});
      sockets.push(socket);
      socket.write(`GET /api/certificates/${id} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
      // The answer has begun, and the rest of it is not read.
      await once(socket, 'readable');
    }
    await sleep(1000);
  };
  await besideAttack('150 unread downloads', begin);
  print('', `of ${(bytes / 1e6).toFixed(1)} MB each`);
  for (const socket of sockets) socket.destroy();
}
for (const number of [1, 2, 3]) {
  const began = performance.now();
  const statuses = await cancelMany(1000);
  const seconds = (performance.now() - began) / 1000;
  await waitUntilIdle();
  await sleep(IDLE);
  print('1000 cancelled analyses', `${seconds.toFixed(1)} s, ${counted(statuses)}; ${megabytes('VmRSS')} after round ${number}`);
}
clearInterval(watch);
print('most threads', String(most));
print('most memory', inMegabytes(Math.max(peak, figure('VmHWM'))));
print('after', `${megabytes('VmRSS')}, ${figure('Threads')} threads`);
const ended = once(server, 'exit');
const began = performance.now();
server.kill('SIGTERM');
const [code] = await ended;
print('end', `exit code ${code} after ${(performance.now() - began).toFixed(0)} ms`);
process.exit(code === 0 ? 0 : 1);
