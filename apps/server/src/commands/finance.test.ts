import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/command-process.ts';
import { writeRandomSales } from '../testing/random-sales.ts';
import { PATIENCE } from '../testing/store-process.ts';
import { bookEverything } from '../testing/test-finance.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await writeRandomSales(store.database, 200);
  await bookEverything(store.database);
});
afterAll(() => store.close());

const rebuild = (...options: string[]) => runCommand(['finance', 'rebuild', ...options], { DATABASE_URL: store.url });

async function readSums(): Promise<object[]> {
  const { rows } = await sql<object>`SELECT day::text, provider, product_id, currency, sales, refunds, fees, cost
    FROM sales_day ORDER BY day, provider, product_id, currency`.execute(store.database);
  return rows;
}

const countRecords = async () =>
  (await store.database.selectFrom('audit_entry').select('id').where('action', '=', 'sales rebuild').execute()).length;

it('changes nothing while payments and days agree', async () => {
  expect(await rebuild('--yes')).toEqual({
    code: 0,
    stdout: 'Every payment and every day agree. Nothing was changed.\n',
    stderr: '',
  });
  expect(await countRecords()).toBe(0);
});

it('shows what differs, and corrects it after consent, recorded once', async () => {
  const truth = await readSums();
  await sql`UPDATE sales_day SET sales = sales + 1 WHERE ctid = (SELECT ctid FROM sales_day LIMIT 1)`.execute(
    store.database,
  );
  await sql`UPDATE sales_movement SET cost = cost + 5 WHERE ctid = (SELECT ctid FROM sales_movement LIMIT 1)`.execute(
    store.database,
  );
  const wrong = await readSums();
  const preview = await rebuild();
  expect(preview).toMatchObject({ code: 1, stderr: '' });
  expect(preview.stdout).toMatch(
    /^1 movement of payments and \d sums? of days differ\nNothing was changed\. Add --yes/,
  );
  expect(await readSums()).toEqual(wrong);
  expect(await countRecords()).toBe(0);

  const corrected = await rebuild('--yes');
  expect(corrected).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 movement .* corrected\n$/) });
  expect(await readSums()).toEqual(truth);
  expect(await countRecords()).toBe(1);
  expect((await rebuild('--yes')).stdout).toContain('Nothing was changed');
});

it('looks at the payments of the last days only when asked', async () => {
  await sql`UPDATE payment SET created_at = now() - interval '40 days'`.execute(store.database);
  await sql`DELETE FROM sales_movement WHERE payment_id = (SELECT min(payment_id) FROM sales_movement)`.execute(
    store.database,
  );
  expect((await rebuild('--days', '30')).stdout).toMatch(/^0 movements of payments and [1-9]/);
  expect((await rebuild('--days', '50')).stdout).toMatch(/^[1-9]\d* movements? of payments/);
});

it.each([
  [['--days', '0'], '--days needs a number: 0'],
  [['--days', 'week'], '--days needs a number: week'],
  [['--days', '99999999'], '--days is at most 36500'],
  [['everything'], "too many arguments for 'rebuild'. Expected 0 arguments but got 1: everything."],
])('refuses %j', async (options, line) => {
  const { code, stdout, stderr } = await rebuild(...options);
  expect({ code, stdout, line: stderr.split('\n')[0] }).toEqual({ code: 2, stdout: '', line });
});
