/** Mail over SMTP: port 587 with STARTTLS (`smtp:`) or 465 with TLS (`smtps:`), over connections that are kept. */
import nodemailer from 'nodemailer';

export interface Mail {
  to: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string;
  /** The same for every try of one mail, so that a mailbox that got it twice shows it once. */
  messageId?: string;
  /** Where one POST stops mails of this kind (RFC 8058); a browser that opens it sees a page with a button. */
  stopUrl?: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Throws `MailRefused` when the server will never take it, anything else when it may later. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The server's answer begins with 5: the same mail would be refused again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

interface MailerOptions {
  /** `smtp://user:password@host:587`, or the `http:` address at which the sandbox tells where it listens. */
  url: string;
  from: { name: string; address: string };
  /** Refuses to send over a connection that the server does not encrypt. */
  requireTls: boolean;
}

const TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 3;

export function createMailer({ url, from, requireTls }: MailerOptions): Mailer {
  let transport: { at: string; sender: ReturnType<typeof openTransport> } | undefined;

  async function findTransport() {
    const at = url.startsWith('http:') ? await findSandboxServer(url) : url;
    if (transport?.at !== at) {
      transport?.sender.close();
      transport = { at, sender: openTransport(at, requireTls) };
    }
    return transport.sender;
  }

  return {
    async send({ to, replyTo, messageId, stopUrl, subject, text, html }) {
      const sender = await findTransport();
      try {
        // As objects, so that no name or address is read as a list of several.
        const answers = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } };
        const identity = messageId === undefined ? {} : { messageId };
        const stop = stopUrl === undefined ? {} : { headers: stopHeaders(stopUrl) };
        const letter = { ...answers, ...identity, ...stop, subject: oneLine(subject), text, html };
        await sender.sendMail({ from, to: { name: '', address: to }, ...letter });
      } catch (error) {
        throw withoutSecrets(error);
      }
    },
    close: () => transport?.sender.close(),
  };
}

function openTransport(url: string, requireTls: boolean) {
  return nodemailer.createTransport({
    url,
    requireTLS: requireTls,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails are made here from our own texts; none of them has anything to fetch or to read from disk.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function findSandboxServer(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the mail sandbox answered ${response.status}`);
  const { url } = (await response.json()) as { url?: unknown };
  if (typeof url !== 'string' || !url.startsWith('smtp://')) throw new Error('the mail sandbox told no address');
  return url;
}

const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What the server said, without what we said to it: a failed sign-in repeats the user name, and some servers more. */
function withoutSecrets(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const isRefused = typeof responseCode === 'number' && responseCode >= 500;
  // A server that does not know us may know us tomorrow: that is about our settings, not about the mail.
  const isAboutMail = isRefused && code !== 'EAUTH' && String(command) !== 'CONN';
  const text = `mail was not taken: ${String(responseCode ?? code ?? 'no answer')} at ${String(command ?? 'CONN')}`;
  return isAboutMail ? new MailRefused(text) : new Error(text);
}
