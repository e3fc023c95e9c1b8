// Requests to the server (docs/guide/server.md). `ask` waits for one answer, `stream` also reports progress. Both throw
// an `ApiError` with the code that the server gives. Aborting a stream by its signal cancels the job.

import { hasMessage, t } from './text.js';

/** Identifies this page to the server, where a new job cancels the old one. A reload gets a new id. */
const VISITOR = crypto.randomUUID ? crypto.randomUUID() : Math.random().toString(36).slice(2);

/** Attempts at a stream that the server ends in favour of a cancelled one. */
const ATTEMPTS = 3;

/** A failed request. `status` 0: no answer. `code` and `parameters` give the cause, if the server knows one. */
export class ApiError extends Error {
  /** @param {any} body of the answer @param {number} status */
  constructor(body, status) {
    super(String(body?.error ?? ''));
    this.name = 'ApiError';
    this.status = status;
    this.code = /** @type {string | null} */ (body?.code ?? null);
    this.parameters = /** @type {Record<string, string | number>} */ (body?.parameters ?? {});
  }
}

/**
 * Sends a request: `ask('moves', {position: 'start:6x6'})`.
 * @param {string} name @param {Question} body @param {{signal?: AbortSignal}} [options]
 */
export async function ask(name, body, { signal } = {}) {
  const response = await post(`api/${name}`, body, signal);
  return response.json();
}

/**
 * Sends a long request and resolves with the same answer as `ask`. Throws an AbortError when aborted.
 * @param {string} name @param {Question} body @param {StreamOptions} [options]
 */
export async function stream(name, body, options = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await streamOnce(name, body, options);
    } catch (error) {
      // The page cancels a stream before it begins another one, but the cancelled request may be the later one to arrive.
      const isOvertaken = error instanceof ApiError && error.code === 'server.replaced' && !options.signal?.aborted;
      if (!isOvertaken || attempt === ATTEMPTS) throw error;
    }
  }
}

/** @param {string} name @param {Question} body @param {StreamOptions} options */
async function streamOnce(name, body, { onProgress, waiting, signal }) {
  const response = await post(`api/stream/${name}`, body, signal);
  if (!response.body) throw new ApiError(null, 0);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventParser();
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw isAbort(error) ? error : new ApiError(null, 0);
    });
    if (done) throw new ApiError(null, 0);
    for (const { event, data } of events.feed(value)) {
      const report = JSON.parse(data);
      if (event === 'progress') onProgress?.(report);
      else if (event === 'waiting') waiting?.(report.place);
      else if (event === 'error') throw new ApiError(report, 422);
      else if (event === 'done') return report;
    }
  }
}

export const health = () => get('health');

/** Gets a report that is the same for everyone. @param {string} path */
export async function get(path) {
  const response = await send(`api/${path}`, {});
  return response.json();
}

/** The puzzles of the program. */
export async function puzzles() {
  const response = await send('api/puzzles', {});
  return response.json();
}

/**
 * The state of the campaign that the server shows, with the replies to the first move `after`, or to the most promising.
 * @param {string | null} after @returns {Promise<CampaignReport>}
 */
export async function campaign(after) {
  const response = await send(after === null ? 'api/campaign' : `api/campaign?after=${after}`, {});
  return response.json();
}

/** The tree of the campaign as SVG. */
export async function campaignTree() {
  const response = await send('api/campaign/tree.svg', {});
  return response.text();
}

/** The error as a sentence in the user's language. @param {unknown} error */
export function sentence(error) {
  if (!(error instanceof ApiError)) return error instanceof Error && error.message ? error.message : t('gone');
  if (error.status === 0) return t('gone');
  const { code, parameters } = error;
  const { side, piece } = parameters;
  const words = { ...parameters, ...(side ? { side: t(`side.${side}`) } : {}), ...(piece ? { piece: t(`piece.${piece}`) } : {}) };
  return t(code !== null && hasMessage(`error.${code}`) ? `error.${code}` : 'error.other', words);
}

/** True if the server could not be reached. @param {unknown} error */
export const isGone = (error) => error instanceof ApiError && error.status === 0;

/** True if the request was aborted by this page. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/** Splits a text/event-stream, received in arbitrary chunks, into its events. */
class EventParser {
  #rest = '';

  /** @param {string} text */
  feed(text) {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      let event = 'message';
      const data = [];
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
      }
      return data.length ? [{ event, data: data.join('\n') }] : [];
    });
  }
}

/** @param {string} path @param {Question} body @param {AbortSignal} [signal] */
function post(path, body, signal) {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Otrera-Visitor': VISITOR },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** @param {string} path @param {RequestInit} init */
async function send(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    throw isAbort(error) ? error : new ApiError(null, 0);
  }
  if (response.ok) return response;
  throw new ApiError(await response.json().catch(() => null), response.status);
}
