import { hashScript } from './script-hashes.server.ts';

const CONTROLLER = 'window.__reactRouterContext.streamController';

/**
 * The scripts that pass the data of the loaders to the browser, as React Router's StreamTransfer writes them
 * (react-router/lib/dom/ssr/single-fetch). The router writes them only into a stream (docs/decisions/019).
 */
export async function dataScripts(stream: ReadableStream<Uint8Array>): Promise<{ html: string; hashes: string[] }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const data = escapeForScript(JSON.stringify(Buffer.concat(chunks).toString()));
  const scripts = [`${CONTROLLER}.enqueue(${data});`, `${CONTROLLER}.close();`];
  return { html: scripts.map((code) => `<script>${code}</script>`).join(''), hashes: scripts.map(hashScript) };
}

/** Data must not end the script or open a tag. */
function escapeForScript(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
