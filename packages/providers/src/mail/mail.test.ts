import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { Message } from '@oyna/sandboxes/mail/mail.page';
import { createMailSandbox, type MailSandbox } from '@oyna/sandboxes/mail/mail.sandbox';
import { type ServedSandbox, serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMailer, MailRefused } from './mail.ts';

vi.setConfig({ testTimeout: 30_000 });

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const FROM = { name: 'Ойна "&" Co, Ltd', address: 'no-reply@oyna.example' };
const MAIL = {
  to: 'someone@example.com',
  subject: 'Қош келдіңіз! Добро пожаловать в магазин, которому есть что рассказать в длинной теме письма',
  text: 'Привет!\n\n.\nТочка выше не конец.\nhttps://oyna.example/reset-password?token=abc_DEF-123',
  html: '<p>Привет &amp; <b>сәлем</b></p>',
};

interface World {
  sandbox: MailSandbox;
  served: ServedSandbox;
  letters(): Promise<Message[]>;
}

async function openWorld(): Promise<World> {
  const sandbox = createMailSandbox({ now: () => new Date('2026-01-02T03:04:05Z') });
  await sandbox.start();
  const served = await serveSandbox(sandbox);
  open.push({ close: sandbox.stop }, served);
  const letters = async () => (await (await fetch(`${served.baseUrl}.json`)).json()) as Message[];
  return { sandbox, served, letters };
}

function mailer(url: string, requireTls = false) {
  const created = createMailer({ url, from: FROM, requireTls });
  open.push(created);
  return created;
}

describe('a mail', () => {
  it('arrives as it was written, in every alphabet', async () => {
    const { served, letters } = await openWorld();
    await mailer(`${served.baseUrl}/smtp.json`).send(MAIL);
    const [letter] = await letters();
    expect(letter).toMatchObject({ to: MAIL.to, subject: MAIL.subject, at: '2026-01-02T03:04:05.000Z' });
    expect(letter?.text.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text);
    expect(letter?.html.trim()).toBe(MAIL.html);
    expect(letter?.from).toContain('<no-reply@oyna.example>');
    expect(letter?.from).toContain('Ойна');
  });

  it('is one of many over few connections', async () => {
    const { served, letters } = await openWorld();
    const { send } = mailer(`${served.baseUrl}/smtp.json`);
    await Promise.all(Array.from({ length: 12 }, (_, index) => send({ ...MAIL, to: `to-${index}@example.com` })));
    expect(new Set((await letters()).map(({ to }) => to)).size).toBe(12);
  });

  it('is not sent over a connection that the server does not encrypt when TLS is required', async () => {
    const { served, letters } = await openWorld();
    await expect(mailer(`${served.baseUrl}/smtp.json`, true).send(MAIL)).rejects.toThrow('mail was not taken');
    expect(await letters()).toEqual([]);
  });

  it('does not allow injected headers or recipients', async () => {
    const { served, letters } = await openWorld();
    const { send } = mailer(`${served.baseUrl}/smtp.json`);
    await send({ ...MAIL, subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody' });
    for (const to of ['a@example.com, victim@example.com', 'a@example.com\r\nRCPT TO:<victim@example.com>']) {
      await send({ ...MAIL, to }).catch(() => {});
    }
    const all = await letters();
    expect(all.find(({ to }) => to === 'victim@example.com')).toBeUndefined();
    expect(all.at(-1)).toMatchObject({ to: MAIL.to, subject: 'Hello Bcc: victim@example.com Body' });
  });

  it('finds a sandbox at a new address', async () => {
    const [first, second] = [await openWorld(), await openWorld()];
    let now = first;
    const handle = () => fetch(`${now.served.baseUrl}/smtp.json`);
    const guide = {
      name: 'guide',
      prefix: '/guide',
      title: '',
      routes: [{ method: 'GET' as const, path: '', handle }],
    };
    const served = await serveSandbox(guide);
    open.push(served);
    const { send } = mailer(served.baseUrl);
    await send(MAIL);
    now = second;
    await send(MAIL);
    expect([(await first.letters()).length, (await second.letters()).length]).toEqual([1, 1]);
  });
});

describe('a mail that is not taken', () => {
  it('for good is refused', async () => {
    const { served } = await openWorld();
    const failed = mailer(`${served.baseUrl}/smtp.json`).send({ ...MAIL, to: 'refused@example.com' });
    await expect(failed).rejects.toBeInstanceOf(MailRefused);
  });

  it('for now may be sent again', async () => {
    const { served } = await openWorld();
    const failed = mailer(`${served.baseUrl}/smtp.json`).send({ ...MAIL, to: 'busy@example.com' });
    await expect(failed).rejects.toThrow('mail was not taken: 450');
    await expect(failed).rejects.not.toBeInstanceOf(MailRefused);
  });

  /** A server that sends one of these lines for each line that it receives. */
  async function speak(...answers: string[]): Promise<string> {
    const server: Server = createServer((socket) => {
      const left = [...answers];
      socket.on('error', () => {});
      socket.write(`${left.shift()}\r\n`);
      socket.on('data', () => void (left.length > 0 ? socket.write(`${left.shift()}\r\n`) : socket.end()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('because the server is away may be sent again', async () => {
    const failed = mailer('smtp://127.0.0.1:1').send(MAIL);
    await expect(failed).rejects.toThrow(/^mail was not taken: ESOCKET|^mail was not taken: ECONN/);
    await expect(failed).rejects.not.toBeInstanceOf(MailRefused);
  });

  it('because our sign-in failed may be sent again, and its error has no secret', async () => {
    const host = await speak('220 hello', '250-hello\r\n250 AUTH PLAIN', '535 no such user shop with password hunter2');
    const failed = await mailer(`smtp://shop:hunter2@${host}?ignoreTLS=true`)
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(MailRefused);
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toMatch(/hunter2|shop:/);
  });

  /** A server that receives a mail and never answers at this line. Counts the complete mails. */
  async function receiveUntil(last: RegExp) {
    const received = { mails: 0, open: 0 };
    const sockets: Socket[] = [];
    const reached = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      let isLetter = false;
      let text = '';
      received.open += 1;
      sockets.push(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          received.open -= 1;
        });
      socket.write('220 hello\r\n');
      socket.on('data', (bytes) => {
        text += bytes;
        const line = isLetter ? /^.*\r\n\.\r\n/s.exec(text)?.[0] : /^.*\r\n/.exec(text)?.[0];
        if (line === undefined) return;
        text = '';
        if (isLetter) received.mails += 1;
        if (last.test(line)) return reached.resolve();
        isLetter = line === 'DATA\r\n';
        socket.write(isLetter ? '354 go on\r\n' : '250 fine\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => server.close() }, { close: () => sockets.forEach((socket) => void socket.destroy()) });
    const { port } = server.address() as AddressInfo;
    return { received, reached: reached.promise, url: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
  }

  it('before the signal is not taken after it: the connection is closed', async () => {
    const { received, reached, url } = await receiveUntil(/^RCPT/);
    const stopping = new AbortController();
    const failed = mailer(url).send(MAIL, stopping.signal);
    await reached;
    stopping.abort();
    await expect(failed).rejects.toThrow('mail was not taken');
    await expect(failed).rejects.not.toBeInstanceOf(MailRefused);
    await vi.waitFor(() => expect(received).toEqual({ mails: 0, open: 0 }));
  });

  it('before the signal counts as taken when the server has all of it', async () => {
    const { received, reached, url } = await receiveUntil(/\r\n\.\r\n$/);
    const stopping = new AbortController();
    const sent = mailer(url).send(MAIL, stopping.signal);
    await reached;
    stopping.abort();
    await sent;
    await vi.waitFor(() => expect(received).toEqual({ mails: 1, open: 0 }));
  });

  it('does not wait behind others that a slow server keeps', async () => {
    const slow = await receiveUntil(/^EHLO/);
    const { send } = mailer(slow.url);
    for (let count = 0; count < 3; count += 1) void send(MAIL).catch(() => {});
    await vi.waitFor(() => expect(slow.received.open).toBe(3));
    await expect(send(MAIL, AbortSignal.abort())).rejects.toThrow('mail was not taken');
    const stopping = new AbortController();
    const failed = send(MAIL, stopping.signal);
    await vi.waitFor(() => expect(slow.received.open).toBe(4));
    stopping.abort();
    await expect(failed).rejects.toThrow('mail was not taken');
    await vi.waitFor(() => expect(slow.received.open).toBe(3));
  });

  it('of a server that is too slow ends in time, and the next one gets a new connection', async () => {
    const slow = await receiveUntil(/^EHLO/);
    const created = createMailer({ url: slow.url, from: FROM, requireTls: false, totalMs: 200 });
    open.push(created);
    await expect(created.send(MAIL)).rejects.toThrow('mail was not taken');
    const again = created.send(MAIL);
    await vi.waitFor(() => expect(slow.received.open).toBe(2));
    await expect(again).rejects.not.toBeInstanceOf(MailRefused);
    expect(slow.received.mails).toBe(0);
  });

  it('because the sandbox is not there may be sent again', async () => {
    await expect(mailer('http://127.0.0.1:1/mail/smtp.json').send(MAIL)).rejects.not.toBeInstanceOf(MailRefused);
  });
});

describe('the mailbox', () => {
  it('shows what came, newest first, without letting it do anything', async () => {
    const { sandbox, served } = await openWorld();
    const html = '<h1 title="x">Hi</h1><script>alert(1)</script>';
    sandbox.add({ to: 'a@example.com', from: 'x', subject: 'First', text: 'one', html: '' });
    sandbox.add({ to: 'a@example.com', from: 'x', subject: '<i>Second</i>', text: 'two', html });
    const response = await fetch(served.baseUrl);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
    expect(page).not.toMatch(/<script|<i>Second/);
    expect(page).toMatch(/<iframe sandbox="(?:(?!scripts|same-origin)[^"])*"/);
    expect(page).toContain('<pre>one</pre>');
  });

  it('says so when it is empty, and keeps the last five hundred', async () => {
    const { sandbox, served, letters } = await openWorld();
    const ask = async (language: string) =>
      (await fetch(served.baseUrl, { headers: { 'accept-language': language } })).text();
    expect(await ask('en-GB,en;q=0.9')).toContain('Nothing has been sent yet');
    expect(await ask('kk-KZ,ru;q=0.8')).toContain('Әзірге ештеңе жіберілмеді');
    for (let index = 0; index < 510; index += 1)
      sandbox.add({ to: 'a', from: 'b', subject: String(index), text: '', html: '' });
    const kept = await letters();
    expect([kept.length, kept[0]?.subject]).toEqual([500, '509']);
  });
});
