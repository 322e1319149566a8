import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import { SmsRefused, type SmsSender } from '@oyna/providers/sms/sms';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail, type MailContent } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findAccount, findAccountByName } from '../accounts/accounts.service.ts';
import { createCode, createEmailLink, createResetLink } from '../codes/codes.service.ts';
import { codeMail, codeTextMessage, noticeMail, proofMail, resetMail, welcomeMail } from './account-messages.mails.ts';
import {
  type AccountMessage,
  accountMessages,
  createWhileSignedIn,
  type HasSession,
} from './account-messages.service.ts';
import { orderCodeMail } from './order-code.mail.ts';

interface MessageParts {
  db: Database;
  /** Without a mailer no mail is sent. */
  mailer: Mailer | undefined;
  sms: SmsSender | undefined;
  storeName: string;
  publicUrl: string;
  hasSession: HasSession;
}

type CodeMessage = Extract<AccountMessage, { kind: 'code' }>;

/** Sends messages to members. To send one twice does no harm: the later code or link replaces the earlier. */
export function accountMessagesTask(parts: MessageParts): Task<AccountMessage> {
  const { db, mailer, sms, storeName, publicUrl, hasSession } = parts;
  type Account = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>;
  // A stranger may have registered the address. Until it is proven, a mail to it has no words of their choice.
  const isProven = (account: Account, to: string) => account.email_confirmed_at !== null && account.email === to;
  const readerOf = (account: Account, to: string) => ({
    storeName,
    login: isProven(account, to) ? account.login : to,
    language: account.language,
  });

  async function mail(
    account: Account,
    to: string,
    content: MailContent,
    identity: { messageId?: string } = {},
  ): Promise<void> {
    if (!mailer) return;
    const language = account.language;
    await mailer.send({ to, ...identity, ...layOutMail(content, { storeName, publicUrl, language }) });
  }

  async function createConfirmation(connection: Connection, accountId: number, email: string) {
    const code = await createCode(connection, { accountId, purpose: 'email', target: email });
    const token = await createEmailLink(connection, accountId, email);
    return { code, url: `${publicUrl}/confirm-email?token=${token}` };
  }

  const whileSignedIn = createWhileSignedIn(db, hasSession);

  async function sendCode(account: Account, { purpose, target, sessionId }: CodeMessage) {
    const accountId = account.id;
    if (purpose === 'email') {
      const confirmation = await whileSignedIn(accountId, sessionId, (connection) =>
        createConfirmation(connection, accountId, target),
      );
      if (confirmation) await mail(account, target, codeMail(readerOf(account, target), confirmation));
      return;
    }
    const code = await whileSignedIn(accountId, sessionId, (connection) =>
      createCode(connection, { accountId, purpose, target }),
    );
    if (code === undefined) return;
    if (purpose === 'proof') await mail(account, target, proofMail(readerOf(account, target), code));
    else if (purpose === 'order') await mail(account, target, orderCodeMail(readerOf(account, target), code));
    else await sms?.send({ to: target, text: codeTextMessage(readerOf(account, target), code) });
  }

  async function sendReset(name: string): Promise<void> {
    const account = await findAccountByName(db, name);
    if (!account?.email) return;
    const token = await createResetLink(db, account.id, account.email);
    await mail(
      account,
      account.email,
      resetMail(readerOf(account, account.email), `${publicUrl}/reset-password?token=${token}`),
    );
  }

  async function send(message: AccountMessage, jobId: string): Promise<void> {
    if (message.kind === 'reset') return sendReset(message.name);
    const account = await findAccount(db, message.accountId);
    // A message that is being sent again while its reader is erased names the erased address.
    if (!account || account.erased_at) return;
    switch (message.kind) {
      case 'welcome': {
        if (!account.email) return;
        const confirmation = account.email_confirmed_at
          ? undefined
          : await whileSignedIn(account.id, undefined, (connection) =>
              createConfirmation(connection, account.id, account.email ?? ''),
            );
        return mail(account, account.email, welcomeMail(readerOf(account, account.email), confirmation));
      }
      case 'code':
        return sendCode(account, message);
      case 'notice': {
        const to = message.to ?? account.email;
        if (!to) return;
        const device = isProven(account, to) ? message.device : undefined;
        const content = noticeMail(readerOf(account, to), message.event, device);
        return mail(account, to, content, { messageId: messageIdOf(jobId, publicUrl) });
      }
    }
  }

  return {
    queue: accountMessages,
    run: (message, jobId) => send(message, jobId).catch(permanent(MailRefused, SmsRefused)),
  };
}
