/** Mail over SMTP: port 587 with STARTTLS (`smtp:`) or 465 with TLS (`smtps:`), over connections that are kept. */
import { connect } from 'node:net';
import nodemailer, { type SMTPTransportOptions } from 'nodemailer';

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
  /**
   * Throws `MailRefused` when the server will never take it, anything else when it may later. With a signal the mail has a
   * connection to itself, which the signal closes: afterwards the server cannot take it any more. A mail that was written to
   * its end counts as taken when no answer comes, because the server may have it.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
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
  /** How long one mail may take in all. */
  totalMs?: number;
}

/** For each answer of the server. */
const TIMEOUT_MS = 20_000;
/** A server that answers every command at the last moment would take minutes. */
const TOTAL_MS = 75_000;
const MAX_CONNECTIONS = 3;

export function createMailer({ url, from, requireTls, totalMs = TOTAL_MS }: MailerOptions): Mailer {
  let kept: { at: string; sender: ReturnType<typeof openPool> } | undefined;

  const findServer = (signal?: AbortSignal) => (url.startsWith('http:') ? findSandboxServer(url, signal) : url);

  async function findPool() {
    const at = await findServer();
    if (kept?.at !== at) {
      kept?.sender.close();
      kept = { at, sender: openPool(at, requireTls) };
    }
    return kept.sender;
  }

  /** A mail that takes too long may still be taken. The next one gets a new connection. */
  async function inTime(sending: Promise<unknown>, sender: ReturnType<typeof openPool>): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (kept?.sender === sender) kept = undefined;
      sender.close();
      late.reject(new Error('too late'));
    }, totalMs);
    await Promise.race([sending, late.promise]).finally(() => clearTimeout(timer));
  }

  return {
    async send({ to, replyTo, messageId, stopUrl, subject, text, html }, signal) {
      const connection = signal && openOnce(await findServer(signal), requireTls, signal);
      const pool = connection ? undefined : await findPool();
      try {
        // As objects, so that no name or address is read as a list of several.
        const answers = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } };
        const identity = messageId === undefined ? {} : { messageId };
        const stop = stopUrl === undefined ? {} : { headers: stopHeaders(stopUrl) };
        const letter = { ...answers, ...identity, ...stop, subject: oneLine(subject), text, html };
        const whole = { from, to: { name: '', address: to }, ...letter };
        if (pool) await inTime(pool.sendMail(whole), pool);
        else await connection?.sender.sendMail(whole);
      } catch (error) {
        if (connection?.isWritten() && !hasAnswer(error)) return;
        throw withoutSecrets(error);
      }
    },
    close: () => kept?.sender.close(),
  };
}

const optionsOf = (url: string, requireTls: boolean) => ({
  url,
  requireTLS: requireTls,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
  // Mails are made here from our own texts; none of them has anything to fetch or to read from disk.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const openPool = (url: string, requireTls: boolean) =>
  nodemailer.createTransport({ ...optionsOf(url, requireTls), pool: true, maxConnections: MAX_CONNECTIONS });

/** For one mail. The socket is opened here, because only its owner can close it in every state. */
function openOnce(url: string, requireTls: boolean, signal: AbortSignal) {
  let isWritten = false;
  const getSocket: SMTPTransportOptions['getSocket'] = ({ host = 'localhost', port, secure }, done) => {
    // `connect` would open a socket that an earlier signal has closed.
    if (signal.aborted) return done(new Error('too late'));
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587), signal });
    const fail = (error: Error) => done(error);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      socket.on('error', () => {});
      done(null, { connection: socket });
    });
  };
  const sender = nodemailer.createTransport({ ...optionsOf(url, requireTls), getSocket });
  sender.use('stream', ({ message }, done) => {
    // The end of what is sent after DATA. Earlier stages may be read ahead while the server still decides.
    message.processFunc((letter) => letter.once('end', () => (isWritten = true)));
    done();
  });
  return { sender, isWritten: () => isWritten };
}

async function findSandboxServer(address: string, signal = AbortSignal.timeout(TIMEOUT_MS)): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`the mail sandbox answered ${response.status}`);
  const { url } = (await response.json()) as { url?: unknown };
  if (typeof url !== 'string' || !url.startsWith('smtp://')) throw new Error('the mail sandbox named no address');
  return url;
}

const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const hasAnswer = (error: unknown) => typeof (error as { responseCode?: unknown }).responseCode === 'number';

/** The answer of the server without our own data: a failed sign-in repeats the user name, some servers repeat more. */
function withoutSecrets(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const isRefused = typeof responseCode === 'number' && responseCode >= 500;
  // A failed sign-in is a fault of our settings, not of the mail, so the mail can be sent again later.
  const isAboutMail = isRefused && code !== 'EAUTH' && String(command) !== 'CONN';
  const text = `mail was not taken: ${String(responseCode ?? code ?? 'no answer')} at ${String(command ?? 'CONN')}`;
  return isAboutMail ? new MailRefused(text) : new Error(text);
}
