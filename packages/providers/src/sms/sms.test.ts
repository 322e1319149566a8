import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { createSmsSandbox } from '@oyna/sandboxes/sms/sms.sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmsSender, SmsRefused } from './sms.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A gateway with this answer that records its requests. */
async function gateway(status: number, headers: Record<string, string> = {}) {
  const asked: { authorization: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body });
      response.writeHead(status, headers).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, asked };
}

const MESSAGE = { to: '+77011234567', text: 'Ойна: код 123456' };

describe('a text message', () => {
  it('is posted with the token', async () => {
    const { url, asked } = await gateway(202);
    await createSmsSender({ url, token: 'secret' }).send(MESSAGE);
    expect(asked).toEqual([{ authorization: 'Bearer secret', body: JSON.stringify(MESSAGE) }]);
  });

  it.each([400, 404, 422])('refused with %s is refused for good', async (status) => {
    const { url } = await gateway(status);
    await expect(createSmsSender({ url }).send(MESSAGE)).rejects.toBeInstanceOf(SmsRefused);
  });

  it.each([401, 403, 429, 500, 503])('refused with %s may be sent again', async (status) => {
    const { url } = await gateway(status);
    const failed = createSmsSender({ url, token: 'secret' }).send(MESSAGE);
    await expect(failed).rejects.toThrow(`not taken: ${status}`);
    await expect(failed).rejects.not.toBeInstanceOf(SmsRefused);
  });

  it('does not follow a redirect with our token', async () => {
    const elsewhere = await gateway(202);
    const { url } = await gateway(307, { location: elsewhere.url });
    await expect(createSmsSender({ url, token: 'secret' }).send(MESSAGE)).rejects.toThrow();
    expect(elsewhere.asked).toEqual([]);
  });

  it('shows in the mailbox of the sandbox', async () => {
    const shown: unknown[] = [];
    const served = await serveSandbox(createSmsSandbox({ add: (message) => shown.push(message) }));
    open.push(served);
    const { send } = createSmsSender({ url: served.baseUrl });
    await send(MESSAGE);
    expect(shown).toEqual([{ ...MESSAGE, from: 'SMS', subject: '', html: '' }]);
    await expect(send({ ...MESSAGE, to: '+77010000000' })).rejects.toBeInstanceOf(SmsRefused);
    await expect(send({ ...MESSAGE, to: 'nobody' })).rejects.toBeInstanceOf(SmsRefused);
    expect(shown).toHaveLength(1);
  });
});
