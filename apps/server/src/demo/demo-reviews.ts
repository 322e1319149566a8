import { DEMO_REVIEWS } from '@oyna/demo/reviews';
import type { Database } from '../platform/database/connection.ts';

const DAY_MS = 86_400_000;

/** Adds the examples whose author and game exist, if the store never had a review. */
export async function seedDemoReviews(db: Database): Promise<void> {
  if (await db.selectFrom('review').select('id').limit(1).executeTakeFirst()) return;
  for (const { login, gameId, daysAgo, status, answer, ...review } of DEMO_REVIEWS) {
    const account = await db.selectFrom('account').select('id').where('login', '=', login).executeTakeFirst();
    const game = await db.selectFrom('game').select('id').where('id', '=', gameId).executeTakeFirst();
    if (!account || !game) continue;
    const writtenAt = new Date(Date.now() - daysAgo * DAY_MS);
    await db
      .insertInto('review')
      .values({
        ...review,
        account_id: account.id,
        game_id: game.id,
        status,
        held_for: status === 'waiting' ? ['approval'] : [],
        is_demo: true,
        created_at: writtenAt,
        ...(answer && { answer, answered_at: new Date(), answered_by: 'demo' }),
      })
      // Another process may start at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
