import { HELD_CURRENCIES, LANGUAGES, MAX_ITEM_COUNT, PRODUCT_TYPES, SUPPORT_TOPICS } from '@oyna/domain/constants';
import { CLAIM_REASONS } from '@oyna/domain/replacement-policy';
import { REFUND_REASONS, USED_KEY_STATUSES } from '@oyna/domain/states';
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
  refund_reason_check: REFUND_REASONS,
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

it.each(['basket_item_count_check', 'order_item_count_check'])('%s accepts 1 to MAX_ITEM_COUNT', (name) => {
  expect(checks.get(name)).toBe(`CHECK (((count >= 1) AND (count <= ${MAX_ITEM_COUNT})))`);
});

it('product_key_delivered is the index of the used keys of a batch', async () => {
  const { rows } = await sql<{ text: string }>`
    SELECT indexdef AS text FROM pg_indexes WHERE indexname = 'product_key_delivered'`.execute(store.database);
  const indexed = [...(rows[0]?.text ?? '').matchAll(/'([^']+)'::text/g)].map(([, status]) => status);
  expect(indexed).toEqual([...USED_KEY_STATUSES]);
});
