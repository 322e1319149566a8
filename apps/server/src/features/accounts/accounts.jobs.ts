import { randomBytes } from 'node:crypto';
import type { Language } from '@oyna/domain/constants';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import { SmsRefused, type SmsSender } from '@oyna/providers/sms/sms';
import type { Database } from '../../platform/database/connection.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import { GiveUp, type Job, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail, type MailContent } from '../../platform/mail/mail-layout.ts';
import { type AccountMessage, accountMessages } from './account-messages.ts';
import { codeMail, codeTextMessage, noticeMail, proofMail, resetMail, welcomeMail } from './accounts.mails.ts';
import * as queries from './accounts.queries.ts';
import { deleteExpiredCodes, saveCode } from './codes.queries.ts';
import { createCode, createEmailLink, type TypedPurpose } from './codes.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';
import { hashToken } from './sessions.service.ts';

interface MessageParts {
  db: Database;
  /** Without one, no mail is sent. */
  mailer: Mailer | undefined;
  sms: SmsSender | undefined;
  storeName: string;
  publicUrl: string;
}

const RESET_MINUTES = 60;
const RESET_BYTES = 32;

/** Sends what members are to be told. Twice is no harm: the later code or link replaces the earlier. */
export function accountMessagesTask({ db, mailer, sms, storeName, publicUrl }: MessageParts): Task<AccountMessage> {
  type Account = { id: number; login: string; email: string | null; language: string };
  const readerOf = ({ login, language }: Account) => ({ storeName, login, language: language as Language });

  async function mail(account: Account, to: string | null | undefined, content: MailContent): Promise<void> {
    if (!mailer || !to) return;
    await mailer.send({ to, ...layOutMail(content, { storeName, publicUrl, language: account.language as Language }) });
  }

  async function createConfirmation(account: Account, email: string) {
    const code = await createCode(db, account.id, 'email', email);
    const token = await createEmailLink(db, account.id, email);
    return { code, url: `${publicUrl}/confirm-email?token=${token}` };
  }

  async function sendCode(account: Account, { purpose, target }: { purpose: TypedPurpose; target: string }) {
    if (purpose === 'email') {
      return mail(account, target, codeMail(readerOf(account), await createConfirmation(account, target)));
    }
    const code = await createCode(db, account.id, purpose, target);
    if (purpose === 'proof') await mail(account, target, proofMail(readerOf(account), code));
    else await sms?.send({ to: target, text: codeTextMessage(readerOf(account), code) });
  }

  async function sendReset(name: string): Promise<void> {
    const account = await queries.findAccountByName(db, name);
    if (!account?.email) return;
    const token = randomBytes(RESET_BYTES).toString('base64url');
    await saveCode(db, {
      accountId: account.id,
      purpose: 'password',
      target: account.email,
      hash: hashToken(token),
      attempts: 1,
      minutes: RESET_MINUTES,
    });
    await mail(account, account.email, resetMail(readerOf(account), `${publicUrl}/reset-password?token=${token}`));
  }

  async function send(message: AccountMessage): Promise<void> {
    if (message.kind === 'reset') return sendReset(message.name);
    const account = await queries.findAccount(db, message.accountId);
    if (!account) return;
    switch (message.kind) {
      case 'welcome': {
        if (!account.email) return;
        const confirmation = account.email_confirmed_at ? undefined : await createConfirmation(account, account.email);
        return mail(account, account.email, welcomeMail(readerOf(account), confirmation));
      }
      case 'code':
        return sendCode(account, message);
      case 'notice':
        return mail(account, message.to ?? account.email, noticeMail(readerOf(account), message.event, message.device));
    }
  }

  return {
    queue: accountMessages,
    run: (message) =>
      send(message).catch((error: unknown) => {
        const isFinal = error instanceof MailRefused || error instanceof SmsRefused;
        throw isFinal ? new GiveUp(error.message, { cause: error }) : error;
      }),
  };
}

/** What has run out is forgotten. */
export const accountsSweepJob = (db: Database): Job => ({
  name: 'accounts-sweep',
  cron: '7 * * * *',
  async run() {
    await deleteExpiredSessions(db);
    await deleteExpiredCodes(db);
    await createRateLimits(db, { isOn: true }).sweep();
  },
});
