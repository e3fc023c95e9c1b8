// Questions to the server (docs/server.md). `ask` waits for one answer, `stream` hears progress on the way; both throw
// an `ApiError` whose message is the server's own sentence. Closing a stream, by its signal, cancels the work.

/** Names this page to the server, so that a new job of it ends the old one. Not kept: a reload is a new visitor. */
const VISITOR = crypto.randomUUID ? crypto.randomUUID() : Math.random().toString(36).slice(2);

/** What went wrong with a question. `status` 0: there was no answer at all. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }

  /** Whether the server could not be reached, so that trying again may help. */
  get gone() {
    return this.status === 0;
  }
}

/** @typedef {{waiting?: (place: number) => void, onProgress?: (report: any) => void, signal?: AbortSignal}} StreamOptions */

/**
 * Asks one question: `ask('moves', {position: 'start:6x6'})`.
 * @param {string} name
 * @param {Record<string, unknown>} body
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function ask(name, body, { signal } = {}) {
  const response = await post(`api/${name}`, body, signal);
  return response.json();
}

/**
 * Asks a question that takes a while; resolves with what `ask` would have. An aborted one throws an AbortError.
 * @param {string} name
 * @param {Record<string, unknown>} body
 * @param {StreamOptions} [options]
 * @returns {Promise<any>}
 */
export async function stream(name, body, { onProgress, waiting, signal } = {}) {
  const response = await post(`api/stream/${name}`, body, signal);
  if (!response.body) throw new ApiError('', 0);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventParser();
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw isAbort(error) ? error : new ApiError('', 0);
    });
    if (done) throw new ApiError('', 0);
    for (const { event, data } of events.feed(value)) {
      const report = JSON.parse(data);
      if (event === 'progress') onProgress?.(report);
      else if (event === 'waiting') waiting?.(report.place);
      else if (event === 'error') throw new ApiError(report.error, 422);
      else if (event === 'done') return report;
    }
  }
}

/**
 * How the server is.
 * @returns {Promise<{status: string, version: string, atlas: any, jobs: number, waiting: number}>}
 */
export async function health() {
  const response = await send('api/health', {});
  return response.json();
}

/** @param {unknown} error whether it only says that we asked to stop */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Splits a text/event-stream into its events, however the network cut it. */
class EventParser {
  #rest = '';

  /**
   * @param {string} text
   * @returns {{event: string, data: string}[]}
   */
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

/**
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @param {AbortSignal} [signal]
 */
function post(path, body, signal) {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Otrera-Visitor': VISITOR },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function send(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    throw isAbort(error) ? error : new ApiError('', 0);
  }
  if (response.ok) return response;
  const sentence = await response.json().then((answer) => String(answer.error), () => response.statusText);
  throw new ApiError(sentence, response.status);
}
