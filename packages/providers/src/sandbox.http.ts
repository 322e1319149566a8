import { Agent, request } from 'node:http';

/** `fetch` costs several times as much, and stand-ins and simulated buyers share the machine with the store they try. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });

export interface SentRequest {
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  text: string;
}

/** Over plain HTTP, and never redirected. */
export function sendHttp(method: 'GET' | 'POST', url: string, sent: SentRequest = {}): Promise<HttpAnswer> {
  const { headers, body = '', signal } = sent;
  const length = method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {};
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: { ...headers, ...length }, ...(signal && { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}
