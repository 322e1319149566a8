import type { Language } from '@oyna/domain/constants';
import { AppError, throwFirst } from '@oyna/domain/errors';
import {
  cleanSupportMessage,
  isSupportTopic,
  type SupportMessage,
  validateSupportMessage,
} from '@oyna/domain/support-message';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { networkOf } from '../../platform/network-address.ts';
import * as queries from './support.queries.ts';
import { supportMessages } from './support-messages.ts';

const FROM_ONE_ADDRESS: RateLimit = { name: 'support', max: 5, minutes: 15 };
/** Limits the mails to the operator also when they come from many addresses. */
const FROM_EVERYWHERE: RateLimit = { name: 'support-all', max: 300, minutes: 60 };

export type SupportService = ReturnType<typeof createSupportService>;

interface Sender {
  address: string;
  language: Language;
}

export function createSupportService({ db, jobs, limits }: { db: Database; jobs: Jobs; limits: RateLimits }) {
  return {
    /** Stores the message and queues the mail to the operator in one transaction. */
    async send(form: SupportMessage, { address, language }: Sender): Promise<void> {
      const message = cleanSupportMessage(form);
      throwFirst(validateSupportMessage(message));
      const { topic } = message;
      if (!isSupportTopic(topic)) throw new AppError('topic-invalid', { field: 'topic' });
      await limits.take([FROM_ONE_ADDRESS, networkOf(address)], [FROM_EVERYWHERE]);
      await inTransaction(db, async (transaction) => {
        const id = await queries.insertMessage(transaction, { ...message, topic, language });
        await jobs.send(transaction, supportMessages, { id });
      });
    },
  };
}
