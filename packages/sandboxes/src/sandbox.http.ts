import { connect, type Socket } from 'node:net';

/**
 * A small HTTP client for sandboxes and simulated buyers, which share the machine with the store: `fetch` and
 * `node:http` take more CPU time than the store needs to answer. Redirects are not followed.
 */

export interface SentRequest {
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  text: string;
}

const PLAIN = /^http:\/\/([^/:[]+)(?::(\d+))?(\/.*)?$/;
const MAX_IDLE = 256;
const idle = new Map<string, Socket[]>();

export function sendHttp(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  sent: SentRequest = {},
): Promise<HttpAnswer> {
  const [, host = '', port = '80', path = '/'] = PLAIN.exec(url) ?? [];
  if (!host) return sendOtherwise(method, url, sent);
  const { headers = {}, body = '', signal } = sent;
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  const kept = idle.get(`${host}:${port}`) ?? [];
  idle.set(`${host}:${port}`, kept);
  const socket = takeOpen(kept) ?? connect({ host, port: Number(port), noDelay: true });

  return new Promise((resolve, reject) => {
    const reader = createReader();
    const end = () => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown) => {
      end();
      socket.on('error', () => {}).destroy();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      try {
        const answer = reader.take(chunk);
        if (!answer) return;
        end();
        if (reader.isKept() && kept.length < MAX_IDLE) kept.push(socket.on('error', ignore));
        else socket.on('error', ignore).destroy();
        resolve(answer);
      } catch (error) {
        fail(error);
      }
    };
    const onError = (error: Error) => fail(error);
    const onClose = () => fail(new Error(`${url}: the connection was closed`));
    const onAbort = () => fail(signal?.reason);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    socket.off('error', ignore).on('data', onData).on('error', onError).on('close', onClose);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** A demo behind a proxy is called by its public address. */
async function sendOtherwise(method: string, url: string, sent: SentRequest): Promise<HttpAnswer> {
  const { headers = {}, body = null, signal = null } = sent;
  const answer = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

function ignore(): void {}

function takeOpen(sockets: Socket[]): Socket | undefined {
  for (let socket = sockets.pop(); socket; socket = sockets.pop()) {
    if (!socket.destroyed && socket.writable && !socket.readableEnded) return socket;
  }
  return undefined;
}

/** Collects the bytes of a connection until the answer is complete. */
function createReader() {
  let received: Buffer = Buffer.alloc(0);
  let head: { status: number; length: number | undefined; isKept: boolean; start: number } | undefined;

  function readHead() {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
    const fields = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line]));
    const fieldOf = (name: string) =>
      fields
        .get(name)
        ?.slice(name.length + 1)
        .trim();
    const status = Number(first.split(' ')[1]);
    if (!(status >= 200)) throw new Error(`no answer of HTTP: ${first}`);
    const hasNone = status === 204 || status === 304;
    const isChunked = fieldOf('transfer-encoding') === 'chunked';
    const length = hasNone ? 0 : isChunked ? undefined : Number(fieldOf('content-length') ?? 0);
    return { status, length, isKept: fieldOf('connection') !== 'close', start: end + 4 };
  }

  return {
    isKept: () => head?.isKept === true,
    take(chunk: Buffer): HttpAnswer | undefined {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      head ??= readHead();
      if (!head) return undefined;
      const { status, length, start } = head;
      const body = length === undefined ? readChunks(received, start) : received.subarray(start, start + length);
      if (!body || (length !== undefined && body.length < length)) return undefined;
      return { status, text: body.toString() };
    },
  };
}

/** Undefined until the last one is there. */
function readChunks(bytes: Buffer, start: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (bytes.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
