import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { createMember } from '../testing/test-member.ts';
import { createOperator, signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** Writes that only the console has. Those that are commands too are in platform/audit.test.ts. */

let store: TestStore;
let owner: TestOperator;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ environment: { RATE_LIMITS: 'off' } });
  owner = await signInOperator(store, 'owner');
  productId = await stockProduct(store.database, 2);
});
afterAll(() => store.close());

const textsOf = (text: string) => ({ ru: text, en: text, kz: text });
const read = async (path: string) => (await owner.get(`/api/v1/${path}`)).json();
const idOf = async (table: 'game' | 'key_batch') =>
  (await store.database.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

type Method = 'POST' | 'PUT';
type Write = [method: Method, path: string, body: object];

const WRITES: Record<string, () => Promise<Write>> = {
  'a setting': async () => {
    const { items } = await read('settings');
    const { version } = items.find(({ name }: { name: string }) => name === 'review-rules');
    const value = { approval: 'none', links: 'refuse', words: ['casino'] };
    return ['PUT', 'settings/review-rules', { version, value, reason: 'test' }];
  },
  'a role': async () => ['POST', 'roles', { id: 'night', name: 'Night', permissions: ['orders:read'], limits: {} }],
  'an invitation': async () => ['POST', 'team/invitations', { email: 'new@example.com', roleId: 'stock' }],
  'the role of an operator': async () => {
    const { id } = await createOperator(store, 'support');
    return ['PUT', `team/operators/${id}/role`, { roleId: 'stock', seenRoleId: 'support' }];
  },
  'a template': async () => ['POST', 'templates', { kind: 'message', name: textsOf('Delay'), body: textsOf('Soon') }],
  'the policy of claims': async () => {
    const { version, settings } = await read('claims/policy');
    const changed = { ...settings, minAccountDays: settings.minAccountDays + 1 };
    return ['PUT', 'claims/policy', { version, settings: changed, reason: 'test' }];
  },
  'a change of prices': async () => {
    const [{ version }] = (await read(`prices/rows?ids=${productId}`)).items;
    const items = [{ productId, version, priceCents: 2000, discountPriceCents: 1900 }];
    return ['POST', 'price-changes', { title: 'Sale', startsAt: null, endsAt: null, items }];
  },
  'the notices of a role': async () => ['PUT', 'notices/finance', { kinds: ['review'], seen: [] }],
  'an activation rule': async () => [
    'POST',
    'activation-rules',
    {
      platform: 'Steam',
      region: 'TR',
      allowed: ['TR'],
      excluded: [],
      otherwise: 'no',
      source: 'supplier',
      checkedOn: '2026-11-01',
    },
  ],
  'a threshold': async () => ['PUT', `stock/${productId}/threshold`, { threshold: 7 }],
  'a batch in quarantine': async () => [
    'POST',
    `stock/batches/${await idOf('key_batch')}/quarantine`,
    { reason: 'A wrong region' },
  ],
  'a recorded backup': async () => ['POST', 'health/backups', { kind: 'backup', note: 'by hand' }],
  'a draft': async () => [
    'POST',
    'catalogue/news',
    { title: textsOf('News'), summary: textsOf('s'), body: textsOf('<p>b</p>'), art: { motif: 'hex', hue: 5 } },
  ],
  'a picture': async () => {
    const game = await idOf('game');
    const [cover] = (await read(`pictures/games/${game}`)).items;
    const picture = { create: { width: 960, height: 540, channels: 3, background: '#f00' } } as const;
    const path = `pictures/games/${game}?place=cover&seenVersion=${cover?.version ?? 0}`;
    return ['POST', path, await sharp(picture).png().toBuffer()];
  },
  'a note about a customer': async () => {
    const { accountId } = await createMember(store);
    return ['POST', `customers/${accountId}/notes`, { text: 'called' }];
  },
  'the own name': async () => ['PUT', 'profile', { name: 'Another', language: 'en' }],
};

/**
 * Everything that is stored. A request renews its session, and the bytes of a picture are stored before it: a job removes those of none.
 */
async function readStore(): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('operator_session', 'rate_limit', 'picture_file')
    ORDER BY relname`.execute(store.database);
  const hashes = rows.map(
    ({ name }) =>
      `SELECT '${name} ' || md5(coalesce(string_agg(row::text, '' ORDER BY row::text), '')) AS hash FROM ${name} AS row`,
  );
  const { rows: tables } = await sql<{ hash: string }>`${sql.raw(hashes.join(' UNION ALL '))}`.execute(store.database);
  return tables
    .map(({ hash }) => hash)
    .toSorted()
    .join('\n');
}

it.each(Object.entries(WRITES))('%s and its record are stored together or not at all', async (_name, prepare) => {
  const [method, path, body] = await prepare();
  const headers = body instanceof Buffer ? { headers: { 'content-type': 'application/octet-stream' } } : {};
  const send = () => owner.call(method, `/api/v1/${path}`, body, headers);
  const before = await readStore();
  // Every insert into the audit log fails.
  await sql`ALTER TABLE audit_entry ADD CONSTRAINT is_full CHECK (false) NOT VALID`.execute(store.database);
  try {
    expect((await send()).statusCode).toBe(500);
  } finally {
    await sql`ALTER TABLE audit_entry DROP CONSTRAINT is_full`.execute(store.database);
  }
  expect(await readStore()).toBe(before);
  const answer = await send();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await readStore()).not.toBe(before);
});
