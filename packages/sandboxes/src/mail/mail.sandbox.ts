/** A real SMTP server that accepts every mail, and a page that shows the mails. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { readPageLanguage } from '../page-layout.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Message, mailboxPage } from './mail.page.ts';
import { parseMail } from './mail.parser.ts';

export interface MailSandbox extends Sandbox {
  /** Shows a message that came another way, as text messages do. */
  add(message: Omit<Message, 'at'>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const KEPT = 500;
const MAX_BYTES = 1024 * 1024;
const CLOSE_MS = 200;

/** Addresses at which a case can be tried by hand: the part before the `@` says how the server answers. */
const ANSWERS: Record<string, [code: number, text: string]> = {
  refused: [550, 'No such mailbox'],
  busy: [450, 'The mailbox is busy, try again later'],
};
/** Mails to this address are taken when `POST /mail/release` asks for it, as by a server that checks them for long. */
const HELD = 'held';

export function createMailSandbox({ now = () => new Date() }: { now?: () => Date } = {}): MailSandbox {
  const messages: Message[] = [];
  const held: (() => void)[] = [];
  const add: MailSandbox['add'] = (message) => {
    messages.unshift({ ...message, at: now().toISOString() });
    messages.length = Math.min(messages.length, KEPT);
  };

  function release() {
    const released = held.splice(0);
    for (const accept of released) accept();
    return { released: released.length };
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    // Senders keep their connections; a demo that is stopped does not wait for them.
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, _session, done) {
      const [code, text] = ANSWERS[address.split('@')[0] ?? ''] ?? [];
      done(code ? Object.assign(new Error(text), { responseCode: code }) : null);
    },
    onData(stream, session, done) {
      buffer(stream).then((raw) => {
        const { from, subject, text, html, headers } = parseMail(raw);
        const stop = stopOf(headers);
        const messageId = headers.find(([key]) => key === 'message-id')?.[1];
        const to = session.envelope.rcptTo.map(({ address }) => address);
        function accept() {
          // The recipients are those of the envelope. The headers of the mail may differ.
          for (const address of to) add({ to: address, from, subject, text, html, messageId, ...stop });
          done();
        }
        if (to.some((address) => address.split('@')[0] === HELD)) held.push(accept);
        else accept();
      }, done);
    },
  });
  server.on('error', () => {});

  return {
    name: 'mail',
    prefix: '/mail',
    title: 'Mailbox: what the store has sent',
    routes: [
      {
        method: 'GET',
        path: '',
        handle: ({ headers }) => mailboxPage(messages, readPageLanguage(headers.get('accept-language'))),
      },
      { method: 'GET', path: '.json', handle: () => Response.json(messages) },
      { method: 'POST', path: '/release', handle: () => Response.json(release()) },
      { method: 'GET', path: '/smtp.json', handle: () => Response.json({ url: addressOf(server) }) },
    ],
    add,
    start: () => new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function stopOf(headers: readonly (readonly [name: string, value: string])[]): Pick<Message, 'stop'> {
  const find = (name: string) => headers.find(([key]) => key === name)?.[1];
  const url = /^<(.+)>$/.exec(find('list-unsubscribe') ?? '')?.[1];
  return url === undefined ? {} : { stop: { url, post: find('list-unsubscribe-post') ?? '' } };
}

function addressOf(server: SMTPServer): string {
  const { port } = server.server.address() as AddressInfo;
  return `smtp://127.0.0.1:${port}`;
}
