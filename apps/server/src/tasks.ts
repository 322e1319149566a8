import { createMailer } from '@oyna/providers/mail/mail';
import { createSmsSender } from '@oyna/providers/sms/sms';
import type { Config } from './config.ts';
import { accountMessagesTask } from './features/account-messages/account-messages.jobs.ts';
import { claimMessagesTask } from './features/delivery/claims.jobs.ts';
import type { KeysService } from './features/keys/keys.service.ts';
import { orderMessagesTask } from './features/payment/payment.jobs.ts';
import { supportMessagesTask } from './features/support/support.jobs.ts';
import { topUpMessagesTask } from './features/top-up/top-up.jobs.ts';
import type { Database } from './platform/database/connection.ts';

/** Who does what is sent, with their ways to the outside world. */
export function createTasks(config: Config, db: Database, keys: KeysService) {
  const { smtpUrl, mailFrom, smsUrl, smsToken, storeName, publicUrl, mailKeys } = config;
  const { supportEmail } = config.contacts;
  const from = { name: storeName, address: mailFrom };
  const mailer =
    smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, from, requireTls: config.mode === 'production' });
  const sms = smsUrl === undefined ? undefined : createSmsSender({ url: smsUrl, token: smsToken });
  return {
    tasks: [
      accountMessagesTask({ db, mailer, sms, storeName, publicUrl }),
      orderMessagesTask({ db, keys, mailer, storeName, publicUrl, mailKeys }),
      claimMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      supportMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      topUpMessagesTask({ db, mailer, storeName, publicUrl }),
    ],
    close: () => mailer?.close(),
  };
}
