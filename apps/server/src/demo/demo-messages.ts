import { DEMO_MESSAGES } from '@oyna/demo/messages';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import type { Database } from '../platform/database/connection.ts';
import { inTransaction } from '../platform/database/transaction.ts';

const HOUR_MS = 3_600_000;

/** Fills the queue of messages if the store never had one. The mails about them count as sent. */
export async function seedDemoMessages(db: Database): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // Another process may start at the same time: the second waits here and then finds the messages.
    await transaction.selectFrom('approval_policy').select('version').forUpdate().execute();
    if (await transaction.selectFrom('support_message').select('id').limit(1).executeTakeFirst()) return;
    for (const { hoursAgo, answer, ...message } of DEMO_MESSAGES) {
      const writtenAt = new Date(Date.now() - hoursAgo * HOUR_MS);
      const answeredAt = new Date(writtenAt.getTime() + HOUR_MS);
      const { id } = await transaction
        .insertInto('support_message')
        .values({
          ...message,
          status: answer ? 'answered' : 'open',
          created_at: writtenAt,
          mailed_at: writtenAt,
          changed_at: answer ? answeredAt : writtenAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!answer) continue;
      const author = DEMO_OPERATORS.find(({ email }) => email === answer.by)?.name ?? answer.by;
      await transaction
        .insertInto('support_entry')
        .values({
          message_id: id,
          kind: 'answer',
          text: answer.text,
          author,
          created_at: answeredAt,
          mailed_at: answeredAt,
        })
        .execute();
    }
  });
}
