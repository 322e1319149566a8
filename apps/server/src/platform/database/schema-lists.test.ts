import { HELD_CURRENCIES, LANGUAGES, MAX_ITEM_COUNT, PRODUCT_TYPES, SUPPORT_TOPICS } from '@oyna/domain/constants';
import { CLAIM_REASONS } from '@oyna/domain/replacement-policy';
import { DELIVERED_KEY_STATUSES, isGivenUpPayment, PAYMENT_STATUSES, USED_KEY_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
/** The definition of every CHECK by its name. */
let checks: Map<string, string>;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  const { rows } = await sql<{ name: string; text: string }>`
    SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype = 'c'`.execute(store.database);
  checks = new Map(rows.map(({ name, text }) => [name, text]));
});
afterAll(() => store.close());

const LISTS: Record<string, readonly string[]> = {
  product_type_check: PRODUCT_TYPES,
  support_message_topic_check: SUPPORT_TOPICS,
  key_claim_reason_check: CLAIM_REASONS,
  account_language_check: LANGUAGES,
  payment_language_check: LANGUAGES,
  top_up_language_check: LANGUAGES,
  support_message_language_check: LANGUAGES,
  visit_count_language_check: LANGUAGES,
  currency_rate_currency_check: HELD_CURRENCIES,
  payment_currency_check: HELD_CURRENCIES,
  top_up_quote_charged_currency_check: HELD_CURRENCIES,
};

it.each(Object.entries(LISTS))('%s accepts the values of the domain', (name, values) => {
  const accepted = [...(checks.get(name) ?? '').matchAll(/'([^']+)'::text/g)].map(([, value]) => value);
  expect(accepted.toSorted()).toEqual([...values].toSorted());
});

it('basket_contents counts the stock of an item up to MAX_ITEM_COUNT', async () => {
  const { rows } = await sql<{ text: string }>`SELECT pg_get_viewdef('basket_contents') AS text`.execute(
    store.database,
  );
  const limits = [...(rows[0]?.text ?? '').matchAll(/LEAST\(\(item\.count \+ 100\), (\d+)\)/g)].map(([, limit]) =>
    Number(limit),
  );
  expect(limits).toEqual([MAX_ITEM_COUNT]);
});

it.each(['basket_item_count_check', 'order_item_count_check'])('%s accepts 1 to MAX_ITEM_COUNT', (name) => {
  expect(checks.get(name)).toBe(`CHECK (((count >= 1) AND (count <= ${MAX_ITEM_COUNT})))`);
});

/** The statuses that a SQL function lists. */
async function statusesIn(name: string): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT prosrc AS text FROM pg_proc WHERE proname = ${name}`.execute(store.database);
  const [, list = ''] = /status (?:NOT )?IN \(([^)]*)\)/.exec(rows[0]?.text ?? '') ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, status]) => status);
}

it.each([
  ['has_promo_ended', []],
  ['promo_spent', ['refunded']],
])('%s leaves out the payments that were given up', async (name, more) => {
  expect(await statusesIn(name)).toEqual([...PAYMENT_STATUSES.filter(isGivenUpPayment), ...more]);
});

it('opened_game_key counts the keys that customers have', async () => {
  expect(await statusesIn('opened_game_key')).toEqual([...DELIVERED_KEY_STATUSES]);
});

it('claim_facts counts the used keys of a batch, and product_key_delivered is their index', async () => {
  expect(await statusesIn('claim_facts')).toEqual([...USED_KEY_STATUSES]);
  const { rows } = await sql<{ text: string }>`
    SELECT indexdef AS text FROM pg_indexes WHERE indexname = 'product_key_delivered'`.execute(store.database);
  const indexed = [...(rows[0]?.text ?? '').matchAll(/'([^']+)'::text/g)].map(([, status]) => status);
  expect(indexed).toEqual([...USED_KEY_STATUSES]);
});
