import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UsageError } from '../../commands/command-error.ts';
import { createProgram } from '../../commands/program.ts';
import { currentOperator } from '../../platform/audit.ts';
import { runCommand } from '../../testing/command-process.ts';
import { cleanUp, newFolder, PATIENCE } from '../../testing/store-process.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createReconciliationService } from '../finance/reconciliation.service.ts';
import { prepareRestoredStore } from './restored-store.service.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(async () => {
  await store.close();
  await cleanUp();
});

const run = (args: string[], environment = {}) => runCommand(args, { DATABASE_URL: store.url, ...environment });

it('asks for the registries of the days that a restored database does not know, until they are closed', async () => {
  const facts = { backup: 'backup-1', reachedAt: new Date(Date.now() - 86_400_000), providers: ['epoint', 'platron'] };
  const { daysToReconcile, isCompared } = await prepareRestoredStore(
    store.database,
    undefined,
    currentOperator(),
    facts,
  );
  expect({ isCompared, days: daysToReconcile.length }).toEqual({ isCompared: false, days: 2 });
  const alerts = () =>
    sql<{ provider: string; order_id: string }>`
    SELECT provider, order_id FROM payment_alert WHERE resolved_at IS NULL`.execute(store.database);
  expect((await alerts()).rows).toHaveLength(4);
  // Only a day that is over can be closed.
  const [day = ''] = daysToReconcile.toSorted();
  const reconciliation = createReconciliationService(store.database, (name) =>
    PAYMENT_PROVIDERS.find((provider) => provider.name === name),
  );
  const place = { provider: 'epoint', day };
  await reconciliation.load(currentOperator(), place, {
    name: 'epoint.csv',
    text: 'order_id,transaction,amount,currency,status\n',
  });
  await reconciliation.close(currentOperator(), place);
  const { rows } = await alerts();
  expect(rows).toHaveLength(3);
  expect(rows).not.toContainEqual({ provider: 'epoint', order_id: `restored-${day}` });
  expect((await run(['check'])).stdout).toContain(`ALERT  unknown-order: platron restored-${day}: the database was`);
});

it.each(['payment', 'gift', 'alert', 'alert_message', 'support_message', 'support_entry'])(
  'gives no id of %s twice after a restore',
  async (table) => {
    const { rows } = await sql<{ id: number }>`SELECT nextval(pg_get_serial_sequence(${table}, 'id')) AS id`.execute(
      store.database,
    );
    expect(rows[0]?.id).toBeGreaterThan(1_000_000);
  },
);

it('records a restore', async () => {
  const audited = await store.database
    .selectFrom('audit_entry')
    .select('action')
    .where('action', '=', 'restore')
    .execute();
  expect(audited).toHaveLength(1);
});

it.each([
  [['backup', '--keep', '0'], '--keep needs a number: 0'],
  [['backup', 'now'], "too many arguments for 'backup'"],
  [['restore', '--to', 'yesterday'], '--to must be a moment, as 2027-12-31T23:59:00Z'],
  [['restore', '--to', '2026-01-01T10:00:00'], '--to must be a moment'],
  [['restore', '--to', '9999-01-01T10:00:00Z'], '--to is in the future'],
  [['restored', '--to', '9999-01-01T10:00:00Z'], '--to is in the future'],
  [['restore', 'a', 'b'], "too many arguments for 'restore'"],
])('refuses the arguments %j', async (args, line) => {
  const refused = createProgram().parseAsync(args, { from: 'user' });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(line);
});

it.each([
  [['backup'], 1, 'pg_dump cannot be run: install the client programs of PostgreSQL'],
  [['restore', '--to', 'latest', '--yes'], 2, '--to needs the archive of the embedded database'],
  [['restore', '../../etc', '--yes'], 1, 'There is no complete backup ../../etc'],
])('refuses %j for the database of DATABASE_URL', async (args, code, line) => {
  const answer = await run(args, { PATH: '/nowhere', BACKUP_DIR: newFolder() });
  expect(answer).toMatchObject({ code, stdout: '' });
  expect(answer.stderr).toContain(line);
});
