import { connect } from 'node:net';
import { pickRandom } from './test-environment.ts';

/** Bytes for a socket, in the pieces in which they are sent. */
export interface Oddity {
  name: string;
  pieces: (string | Buffer)[];
  /** Two parsers could disagree about the end of the request, so it must get one refusal. */
  isAmbiguous?: boolean;
}

const GET = 'GET /health/live HTTP/1.1\r\nhost: x\r\n';
const POST = 'POST /api/v1/replenishment/quote HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const NEXT = 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

/** Draws one of the shapes with random details. */
export function makeOddity(random: () => number): Oddity {
  const number = (most: number) => Math.floor(random() * most);
  const junk = Buffer.from(Array.from({ length: 1 + number(300) }, () => number(256)));
  const target = pickRandom(
    [
      '*',
      'http://x/',
      'HTTP://x:1/%00',
      'https://x?y#z',
      'x:443',
      '//x',
      '/\\x',
      '/%',
      '/?%',
      '/#x',
      '/a b',
      '',
      '/\u0000',
      '/\u00ff',
      '?x',
      'file:///etc/passwd',
      '/api/v1/products/1e309',
      '/catalog/..%5c..',
      `/${'a/'.repeat(2_000)}`,
    ],
    random,
  );
  const method = pickRandom(
    ['GET', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', 'G\u0000T', '', 'QUERY'],
    random,
  );
  const version = pickRandom(
    ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '', 'HTTP/1.1 x'],
    random,
  );
  const header = pickRandom(
    [
      'host',
      ': x',
      'x : y',
      'x\u0000: y',
      'x: \u0000',
      ' folded: x',
      'host: y',
      'connection: upgrade\r\nupgrade: websocket',
      'expect: 100-continue',
      'expect: nonsense',
      `x: ${'y'.repeat(20_000)}`,
      Array.from({ length: 300 }, (_, index) => `x-${index}: y`).join('\r\n'),
      'content-length: -1',
      'content-length: 1e3',
      'cookie: \u00ff\u0001',
      'accept-encoding: \u00ff',
      'if-none-match: \\',
      'range: bytes=0-',
    ],
    random,
  );
  const shapes: Oddity[] = [
    { name: 'junk', pieces: [junk] },
    { name: 'junk after a request', pieces: [`${GET}\r\n`, junk] },
    { name: 'request line', pieces: [`${method} ${target} ${version}\r\nhost: x\r\nconnection: close\r\n\r\n`] },
    { name: 'target', pieces: [`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`] },
    { name: 'header', pieces: [`${GET}${header}\r\nconnection: close\r\n\r\n`] },
    { name: 'no host', pieces: ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n'] },
    { name: 'HTTP/1.0', pieces: ['GET / HTTP/1.0\r\n\r\n'] },
    { name: 'HTTP/0.9', pieces: ['GET /\r\n'] },
    { name: 'HTTP/2', pieces: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', junk] },
    { name: 'TLS', pieces: [Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), junk] },
    { name: 'half a request', pieces: [GET.slice(0, number(GET.length))] },
    { name: 'half a body', pieces: [`${POST}content-length: 500\r\n\r\n{"id":`] },
    { name: 'byte by byte', pieces: [...NEXT] },
    { name: 'bare line feeds', pieces: [NEXT.replaceAll('\r\n', '\n')] },
    { name: 'pipeline', pieces: [`${GET}\r\n`.repeat(1 + number(50)) + NEXT] },
    { name: 'pipeline with a broken end', pieces: [`${GET}\r\n`.repeat(1 + number(20)), junk] },
    { name: 'body of a GET', pieces: [`${GET}content-length: 5\r\n\r\nhello${NEXT}`] },
    {
      name: 'length and chunks',
      pieces: [`${POST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${NEXT}`],
      isAmbiguous: true,
    },
    {
      name: 'two lengths',
      pieces: [`${POST}content-length: 0\r\ncontent-length: ${5 + number(50)}\r\n\r\n${NEXT}`],
      isAmbiguous: true,
    },
    {
      name: 'odd transfer encoding',
      pieces: [
        `${POST}transfer-encoding: ${pickRandom(['xchunked', 'chunked, identity', '\u000bchunked', 'cow'], random)}\r\n\r\n0\r\n\r\n${NEXT}`,
      ],
      isAmbiguous: true,
    },
    {
      name: 'bad chunk',
      pieces: [
        `${POST}transfer-encoding: chunked\r\n\r\n${pickRandom(['-1', 'zz', 'ffffffffffffffffff', '5 5', '0x5'], random)}\r\nhello\r\n0\r\n\r\n`,
        NEXT,
      ],
      isAmbiguous: true,
    },
    { name: 'huge chunk', pieces: [`${POST}transfer-encoding: chunked\r\n\r\nfffffff\r\n`, 'x'.repeat(300_000)] },
    {
      name: 'trailers',
      pieces: [`${POST}transfer-encoding: chunked\r\ntrailer: x\r\n\r\n2\r\n{}\r\n0\r\nx: y\r\n\r\n${NEXT}`],
    },
    {
      name: 'chunk extensions',
      pieces: [`${POST}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    },
    { name: 'NUL bytes', pieces: [Buffer.alloc(1 + number(5_000))] },
  ];
  return pickRandom(shapes, random);
}

/** The time limit of a response, and of a silent socket. */
const PATIENCE_MS = 10_000;
const SILENCE_MS = 300;

/** Sends the pieces and returns what the server sent until it closed the socket, became silent or timed out. */
export function sendOddity(port: number, { pieces }: Oddity): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(received).toString('latin1'));
    };
    const deadline = setTimeout(end, PATIENCE_MS);
    socket.setTimeout(SILENCE_MS, end);
    socket.on('data', (chunk) => void received.push(chunk));
    // The server may close the connection before all pieces are sent.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(deadline);
      end();
    });
    socket.on('connect', () => {
      socket.setNoDelay(true);
      for (const piece of pieces) socket.write(piece, typeof piece === 'string' ? 'latin1' : undefined);
    });
  });
}

/** Returns the fault of the response, if there is one. */
export function checkReply({ name, isAmbiguous }: Oddity, answer: string): string | undefined {
  const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
  const failed = statuses.find((status) => status >= 500);
  if (failed !== undefined) return `${name}: ${failed}`;
  if (isAmbiguous && (statuses.length > 1 || (statuses[0] ?? 400) < 400)) return `${name}: answered ${statuses.join()}`;
  return undefined;
}
