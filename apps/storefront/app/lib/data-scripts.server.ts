import { hashScript } from './script-hashes.server.ts';

/** Hands the text before it to the router. It is the same on every page, and so is its hash. */
const RECEIVER =
  '{const c=window.__reactRouterContext.streamController;c.enqueue(document.currentScript.previousSibling.textContent);c.close()}';

const START = Buffer.from('<script type="application/json">');
const END = Buffer.from(`</script><script>${RECEIVER}</script>`);

/** Of the only one of these scripts that runs. */
export const DATA_SCRIPT_HASH = hashScript(RECEIVER);

/**
 * The scripts that pass the data of the loaders to the browser, in place of those of React Router's StreamTransfer
 * (react-router/lib/dom/ssr/single-fetch), which the router writes only into a stream (docs/decisions/019). The data are
 * no code: the bytes of the router go into the page as they are, without a string literal around them and without a hash.
 */
export async function dataScripts(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const data: Uint8Array[] = [];
  for await (const chunk of stream) data.push(escapeTags(chunk));
  return [START, ...data, END];
}

/** Data must not end the script. They are JSON, where `<` is in strings only. Read as latin1, each byte stays what it is. */
function escapeTags(json: Uint8Array): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return bytes.includes('<') ? Buffer.from(bytes.toString('latin1').replaceAll('<', '\\u003c'), 'latin1') : bytes;
}
