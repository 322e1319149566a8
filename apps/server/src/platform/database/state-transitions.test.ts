import {
  ALERT_MESSAGE_TRANSITIONS,
  APPROVAL_STATUSES,
  APPROVAL_TRANSITIONS,
  BASKET_STATUS,
  BASKET_TRANSITIONS,
  CLAIM_STATUSES,
  CLAIM_TRANSITIONS,
  GIFT_STATUSES,
  GIFT_TRANSITIONS,
  KEY_IMPORT_STATUSES,
  KEY_IMPORT_TRANSITIONS,
  KEY_STATUSES,
  KEY_TRANSITIONS,
  MESSAGE_STATUSES,
  MESSAGE_TRANSITIONS,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  PRICE_CHANGE_STATUSES,
  PRICE_CHANGE_TRANSITIONS,
  REFUND_STATUSES,
  REFUND_TRANSITIONS,
  REVIEW_STATUSES,
  REVIEW_TRANSITIONS,
  TOP_UP_STATUS,
  TOP_UP_TRANSITIONS,
} from '@oyna/domain/states';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import type { Connection } from './connection.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

interface Entity {
  table: string;
  /** The columns of a row beside its status. Foreign keys and checks are off. */
  row: string;
  statuses: readonly (string | number)[];
  transitions: Readonly<Record<string | number, readonly (string | number)[]>>;
}

const ENTITIES: Entity[] = [
  {
    table: 'review',
    row: `game_id, account_id, nickname, text, language, status) VALUES (1, 1, 'name', 'text', 'ru', 'waiting'`,
    statuses: REVIEW_STATUSES,
    transitions: REVIEW_TRANSITIONS,
  },
  {
    table: 'approval',
    row: `kind, subject, request, facts, requester, expires_at)
      VALUES ('refund', 'order', '{}', '{}', 'operator', now()`,
    statuses: APPROVAL_STATUSES,
    transitions: APPROVAL_TRANSITIONS,
  },
  {
    table: 'basket',
    row: 'account_id) VALUES (1',
    statuses: Object.values(BASKET_STATUS),
    transitions: BASKET_TRANSITIONS,
  },
  {
    table: 'payment',
    row: `order_id, provider, amount, currency, base_cents, rate, rate_source, rate_at, language, expires_at)
      VALUES ('order', 'epoint', 1, 'AZN', 1, 1, 'test', now(), 'ru', now()`,
    statuses: PAYMENT_STATUSES,
    transitions: PAYMENT_TRANSITIONS,
  },
  {
    table: 'refund',
    row: `payment_id, amount, reason, refunded_before) VALUES (1, 1, 'late', 0`,
    statuses: REFUND_STATUSES,
    transitions: REFUND_TRANSITIONS,
  },
  {
    table: 'product_key',
    row: `product_id, batch_id, master_id, sealed, fingerprint) VALUES (1, 1, '', '', ''`,
    statuses: KEY_STATUSES,
    transitions: KEY_TRANSITIONS,
  },
  {
    table: 'key_claim',
    row: `key_id, account_id, reason) VALUES (1, 1, 'used'`,
    statuses: CLAIM_STATUSES,
    transitions: CLAIM_TRANSITIONS,
  },
  {
    table: 'gift',
    row: `key_id, order_item_id, status, channel, language, country, opens_on)
      VALUES (1, 1, 'waiting', 'link', 'ru', 'KZ', now()`,
    statuses: GIFT_STATUSES,
    transitions: GIFT_TRANSITIONS,
  },
  {
    table: 'support_message',
    row: `name, email, topic, message, language) VALUES ('name', 'email', 'other', 'text', 'ru'`,
    statuses: MESSAGE_STATUSES,
    transitions: MESSAGE_TRANSITIONS,
  },
  {
    table: 'top_up',
    row: `quote_id, language, supplier, code, account)
      VALUES (gen_random_uuid(), 'ru', 'g2bulk', 'code', 'account'`,
    statuses: Object.values(TOP_UP_STATUS),
    transitions: TOP_UP_TRANSITIONS,
  },
  {
    table: 'price_change',
    row: `title, status, starts_at, created_by) VALUES ('title', 'scheduled', now(), 'operator'`,
    statuses: PRICE_CHANGE_STATUSES,
    transitions: PRICE_CHANGE_TRANSITIONS,
  },
  {
    table: 'key_import',
    row: `id, product_id, file_name, supplier, cost_cents, format, stops_at_bad, line_count, chunk_count, created_by)
      VALUES (gen_random_uuid(), 1, 'keys.txt', 'supplier', 1, 'any', true, 1, 1, 'operator'`,
    statuses: KEY_IMPORT_STATUSES,
    transitions: KEY_IMPORT_TRANSITIONS,
  },
  {
    table: 'alert_message',
    row: `event_id, account_id, channel) VALUES (1, 1, 'mail'`,
    statuses: Object.keys(ALERT_MESSAGE_TRANSITIONS),
    transitions: ALERT_MESSAGE_TRANSITIONS,
  },
];

/** A line of a provider's report says what the provider did. It is written once. */
const WITHOUT_TRANSITIONS = ['reconciliation_line'];

const run = (db: Connection, text: string) => sql.raw(text).execute(db);

/** Inserts one row that only the transition trigger guards, and rolls everything back. */
async function withRow(table: string, row: string, work: (db: Connection) => Promise<void>): Promise<void> {
  const transaction = await store.database.startTransaction().execute();
  try {
    await run(transaction, 'SET LOCAL session_replication_role = replica');
    await run(transaction, `DELETE FROM ${table}`);
    await run(
      transaction,
      `DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('c', 'f') LOOP
          EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', name);
        END LOOP; END $$`,
    );
    await run(transaction, `INSERT INTO ${table} (${row})`);
    await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** The error of the change, or undefined when the database accepts it. */
async function attempt(db: Connection, table: string, from: string | number, to: string | number) {
  await run(db, 'SET LOCAL session_replication_role = replica');
  await run(db, `UPDATE ${table} SET status = '${from}'`);
  await run(db, 'SET LOCAL session_replication_role = origin');
  await run(db, 'SAVEPOINT before');
  const error = await run(db, `UPDATE ${table} SET status = '${to}'`).then(
    () => undefined,
    (reason: Error) => reason,
  );
  await run(db, 'ROLLBACK TO before');
  return error;
}

describe('the database', () => {
  it.each(ENTITIES)(
    'allows exactly the transitions of domain/states.ts for every pair of statuses of $table',
    async ({ table, row, statuses, transitions }) => {
      await withRow(table, row, async (db) => {
        for (const from of statuses) {
          for (const to of statuses.filter((status) => status !== from)) {
            const error = await attempt(db, table, from, to);
            const isAllowed = transitions[from]?.includes(to);
            expect(error, `${table}: ${from} -> ${to}`).toEqual(
              isAllowed
                ? undefined
                : expect.objectContaining({
                    code: '23514',
                    constraint: `${table}_transition`,
                    message: `${table} cannot change from ${from} to ${to}`,
                  }),
            );
          }
        }
      });
    },
  );

  it('has a transition table for every table with a status', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND column_name = 'status' AND table_type = 'BASE TABLE'`.execute(store.database);
    const listed = [...ENTITIES.map(({ table }) => table), ...WITHOUT_TRANSITIONS];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
  });

  it('accepts only the statuses of domain/states.ts', async () => {
    for (const { table, statuses } of ENTITIES) {
      const { rows } = await sql<{ definition: string }>`
        SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conname = ${`${table}_status_check`}`.execute(store.database);
      const definition = rows[0]?.definition ?? '';
      const range = /status >= (\d+)\) AND \(status <= (\d+)\)/.exec(definition);
      const accepted = range
        ? Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, index) => Number(range[1]) + index)
        : [...definition.matchAll(/'([a-z-]+)'::text/g)].map(([, status]) => status);
      expect(accepted.toSorted(), table).toEqual([...statuses].toSorted());
    }
  });

  it('delivers a failed top-up only if it was never paid', async () => {
    const { table, row } = ENTITIES.find((entity) => entity.table === 'top_up') as Entity;
    await withRow(table, row, async (db) => {
      const { failed, inDelivery } = TOP_UP_STATUS;
      expect(await attempt(db, table, failed, inDelivery)).toBeUndefined();
      await run(db, 'UPDATE top_up SET paid_at = now()');
      expect(await attempt(db, table, failed, inDelivery)).toMatchObject({
        message: 'a paid top-up that failed cannot be delivered',
      });
    });
  });

  it('returns a sold key to stock only if no customer has opened it', async () => {
    const { table, row } = ENTITIES.find((entity) => entity.table === 'product_key') as Entity;
    await withRow(table, row, async (db) => {
      expect(await attempt(db, table, 'sold', 'returned')).toBeUndefined();
      await run(db, `SET LOCAL session_replication_role = replica`);
      await run(db, `INSERT INTO key_reveal (key_id, channel, account_id) SELECT id, 'mail', 1 FROM product_key`);
      expect(await attempt(db, table, 'sold', 'returned')).toMatchObject({
        message: 'a key that was opened cannot be sold again',
      });
    });
  });
});
