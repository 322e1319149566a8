import { hashScript } from './inline-scripts.server.ts';

export interface DataScripts {
  markup: Buffer;
  /** For the content policy. */
  hashes: readonly string[];
}

/**
 * What React Router's StreamTransfer writes when a page is streamed (react-router/lib/dom/ssr/single-fetch): the
 * loaders' data, for the page to wake up with. They stand after </html>, as there; a parser puts them into the body.
 */
export async function dataScripts(stream: ReadableStream<Uint8Array>): Promise<DataScripts> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const data = Buffer.concat(chunks).toString();
  const known = scripts.get(data) ?? scriptsOf(data);
  if (scripts.size >= MOST_REMEMBERED) scripts.clear();
  scripts.set(data, known);
  return known;
}

/** Most pages carry what another has carried before: the same data under another address. */
const scripts = new Map<string, DataScripts>();
const MOST_REMEMBERED = 30;

const CONTROLLER = 'window.__reactRouterContext.streamController';

function scriptsOf(data: string): DataScripts {
  const codes = [`${CONTROLLER}.enqueue(${escapeForScript(JSON.stringify(data))});`, `${CONTROLLER}.close();`];
  const markup = Buffer.from(codes.map((code) => `<script>${code}</script>`).join(''));
  return { markup, hashes: codes.map(hashScript) };
}

/** Nothing in the data may end the script or open a tag. */
function escapeForScript(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
