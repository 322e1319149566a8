import { writeFileSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type ServerProcess, startProcess } from './server-process.ts';

interface WireResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Status line, headers and body together. */
  bytesOnWire: number;
}

/** Node and Fastify write these themselves. */
const AUTOMATIC_HEADERS = ['connection', 'content-length', 'date', 'keep-alive'];

/**
 * Starts a server that sends what the store sends for this address: the same status, headers and body. The headers
 * matter: the load generator decodes bodies chunk by chunk, and a chunk that ends inside a letter costs it twice the time.
 */
export async function startBareServer(script: string, original: string, folder: string): Promise<ServerProcess> {
  await readResponse(original); // The first response is not a cached one.
  const wanted = await readResponse(original);
  const responseFile = join(folder, 'response.json');
  const headers = Object.entries(wanted.headers).filter(([name]) => !AUTOMATIC_HEADERS.includes(name));
  writeFileSync(
    responseFile,
    JSON.stringify({ headers: Object.fromEntries(headers), body: wanted.body.toString('base64') }),
  );
  const bare = await startProcess(script, { RESPONSE_FILE: responseFile }, 'ready');
  const sent = await readResponse(bare.url + new URL(original).pathname);
  if (wanted.status !== 200 || sent.status !== 200 || sent.bytesOnWire !== wanted.bytesOnWire) {
    await bare.stop();
    const describe = ({ status, bytesOnWire }: WireResponse) => `${status} with ${bytesOnWire} bytes`;
    throw new Error(`The responses differ: ${original} sends ${describe(wanted)}, ${script} ${describe(sent)}`);
  }
  return bare;
}

/** On a connection of one request, so that the bytes it has read are those of the response. */
function readResponse(url: string): Promise<WireResponse> {
  const agent = new Agent({ keepAlive: true });
  return new Promise<WireResponse>((resolve, reject) => {
    get(url, { agent }, (response) => {
      const { statusCode: status, headers, socket } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        resolve({ status, headers, body: Buffer.concat(chunks), bytesOnWire: socket.bytesRead });
      });
    }).once('error', reject);
  }).finally(() => agent.destroy());
}
