import { storeDay } from '@oyna/domain/store-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, checkAuditChain, checkAuditChanges, eraseAuditContent } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { OPERATOR, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const record = (subject: string, action = 'test') =>
  audit(store.database, { actor: OPERATOR, action, subject, reason: 'because', before: { a: 1 }, after: { a: 2 } });
const run = (text: string) => sql.raw(text).execute(store.database);

/** A change by a person with access to the database. */
const tamper = (text: string) =>
  run(`ALTER TABLE audit_entry DISABLE TRIGGER USER; ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_unchecked;
    ${text}; ALTER TABLE audit_entry ENABLE TRIGGER USER`);

/** What a check of everything finds, which one of what has changed since the last check finds, too. */
async function findFaults(): Promise<string[]> {
  const { faults } = await checkAuditChain(store.database);
  const changed = await checkAuditChanges(store.database);
  expect(changed.faults.length > 0).toBe(faults.length > 0);
  return faults;
}

describe('the audit chain', () => {
  /** Each case spoils the chain, so it begins anew. */
  beforeEach(async () => {
    await tamper('TRUNCATE audit_entry');
    await run(`UPDATE audit_head SET position = 0, hash = sha256('oyna'::bytea)`);
    for (const subject of ['a', 'b', 'c', 'd']) await record(subject);
    expect(await checkAuditChanges(store.database)).toMatchObject({ faults: [] });
    await run('DELETE FROM unchecked_change');
  });

  it('is good as it was written, also by many at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(store.database, async (transaction) => {
          await audit(transaction, { actor: OPERATOR, action: 'parallel', subject: String(index) });
        }),
      ),
    );
    expect(await checkAuditChain(store.database)).toEqual({ entries: 24, faults: [] });
  });

  it('is good while an entry is added', async () => {
    let isAdded = false;
    const db = store.database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // Between the last entries and the head.
        if (result.rows.length === 0 && !isAdded) {
          isAdded = true;
          await record('late');
        }
        return result;
      },
    });
    expect(await checkAuditChain(db)).toEqual({ entries: 4, faults: [] });
    expect(await checkAuditChain(store.database)).toEqual({ entries: 5, faults: [] });
  });

  it('has no gap after a transaction that was rolled back', async () => {
    const failed = inTransaction(store.database, async (transaction) => {
      await audit(transaction, { actor: OPERATOR, action: 'failed', subject: 'x' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await record('e');
    expect(await checkAuditChain(store.database)).toEqual({ entries: 5, faults: [] });
  });

  it.each([
    ['actor', `actor = 'another'`],
    ['action', `action = 'another'`],
    ['subject', `subject = 'another'`],
    ['time', `done_at = done_at - interval '1 microsecond'`],
    ['reason', 'reason = NULL'],
    ['state before', `before = '{"a": 3}'`],
    ['details', `details = '{"b": 1}'`],
    ['hash', `hash = sha256('x')`],
    ['content with its hash', `reason = 'x', content_hash = sha256('x')`],
  ])('shows a changed %s', async (_, change) => {
    await tamper(`UPDATE audit_entry SET ${change} WHERE position = 2`);
    const faults = await findFaults();
    expect(faults[0]).toMatch(/^audit entry [23]: it/);
  });

  it('shows a changed entry whose hash was made anew', async () => {
    await tamper(`UPDATE audit_entry SET subject = 'x' WHERE position = 2;
      UPDATE audit_entry SET hash = hash_audit_entry(audit_entry) WHERE position = 2`);
    const faults = await findFaults();
    expect(faults).toEqual(['audit entry 3: it does not follow the entry before it']);
  });

  it.each([
    ['first', 1, 'audit entry 2: entries before it are missing'],
    ['middle', 2, 'audit entry 3: entries before it are missing'],
    ['last', 4, 'audit entry 3 is not the one that was added last'],
  ])('shows a removed %s entry', async (_, position, fault) => {
    await tamper(`DELETE FROM audit_entry WHERE position = ${position}`);
    expect(await findFaults()).toEqual([fault]);
  });

  it('shows an inserted entry', async () => {
    await tamper(`UPDATE audit_entry SET position = position + 100 WHERE position > 2;
      UPDATE audit_entry SET position = position - 99 WHERE position > 100;
      INSERT INTO audit_entry (actor, action, subject, position, previous_hash)
        SELECT 'x', 'x', 'x', 3, hash FROM audit_entry WHERE position = 2;
      UPDATE audit_entry SET content_hash = hash_audit_content(audit_entry) WHERE position = 3;
      UPDATE audit_entry SET hash = hash_audit_entry(audit_entry) WHERE position = 3`);
    expect((await checkAuditChain(store.database)).faults[0]).toBe(
      'audit entry 4: it does not follow the entry before it',
    );
  });

  it('refuses changes, and allows to erase personal data', async () => {
    for (const text of [
      `UPDATE audit_entry SET actor = 'x'`,
      `UPDATE audit_entry SET reason = NULL`,
      `UPDATE audit_entry SET erased_at = now(), reason = NULL, details = '{}', before = NULL, after = NULL, actor = 'x'`,
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
    ]) {
      await expect(run(text), text).rejects.toThrow('never changed or removed');
    }
    await eraseAuditContent(store.database, 'b');
    const { rows } =
      await sql<object>`SELECT reason, before, after, details FROM audit_entry WHERE subject = 'b'`.execute(
        store.database,
      );
    expect(rows).toEqual([{ reason: null, before: null, after: null, details: {} }]);
    expect(await checkAuditChain(store.database)).toEqual({ entries: 4, faults: [] });
  });
});

describe('the list of what was done', () => {
  let auditor: TestOperator;
  beforeAll(async () => {
    auditor = await signInOperator(store, 'auditor');
    for (let index = 0; index < 7; index += 1) await record(`thing ${index % 2}`, `list ${index}`);
  });
  const list = async (query: string) => (await auditor.get(`/api/v1/audit?${query}`)).json();
  const actionsOf = ({ items }: { items: { action: string }[] }) => items.map(({ action }) => action);

  it('has pages, the newest first', async () => {
    const first = await list('limit=3');
    expect(actionsOf(first)).toEqual(['list 6', 'list 5', 'list 4']);
    const second = await list(`limit=3&after=${first.next}`);
    expect(actionsOf(second)).toEqual(['list 3', 'list 2', 'list 1']);
    expect((await auditor.get('/api/v1/audit?after=x')).statusCode).toBe(400);
  });

  it('can be filtered by subject, action, actor and day', async () => {
    expect(actionsOf(await list('subject=thing 1'))).toEqual(['list 5', 'list 3', 'list 1']);
    expect(actionsOf(await list('action=list 2'))).toEqual(['list 2']);
    expect((await list('action=list 2')).items[0]).toMatchObject({
      actor: { kind: 'command', id: null, name: 'operator' },
      reason: 'because',
      before: { a: 1 },
      after: { a: 2 },
      isErased: false,
    });
    await auditor.call('PUT', '/api/v1/profile', { name: 'Auditor', language: 'en' });
    expect(actionsOf(await list(`actorId=${auditor.id}`))).toEqual(['profile change']);
    const tomorrow = storeDay(new Date(Date.now() + 86_400_000));
    expect(await list(`from=${tomorrow}`)).toEqual({ items: [], next: null });
    expect(actionsOf(await list(`to=${tomorrow}&limit=1`))).toEqual(['profile change']);
    expect((await auditor.get(`/api/v1/audit?from=${new Date().toISOString()}`)).statusCode).toBe(400);
  });

  it('has the days of the store, from midnight to midnight in Almaty', async () => {
    const times = ['2026-03-05T18:59:59Z', '2026-03-05T19:00:00Z', '2026-03-06T18:59:59Z', '2026-03-06T19:00:00Z'];
    for (const time of times.toReversed()) await record('midnight', time);
    await tamper(`UPDATE audit_entry SET done_at = action::timestamptz WHERE subject = 'midnight'`);
    const onDay = await list('subject=midnight&from=2026-03-06&to=2026-03-06');
    expect(actionsOf(onDay)).toEqual([times[2], times[1]]);
    // A position is the order of the chain; days are read by time. No page repeats or leaves out an entry.
    const pages: string[] = [];
    for (let after = ''; pages.length < 10; ) {
      const page = await list(`subject=midnight&to=2026-03-07&limit=1${after && `&after=${after}`}`);
      pages.push(...actionsOf(page));
      if (page.next === null) break;
      after = page.next;
    }
    expect(pages).toEqual(times.toReversed());
  });
});
