import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { inMinutes, openPrices, type TestPrices } from '../../testing/test-prices.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createPriceChangesService } from './price-changes.service.ts';

let store: TestStore;
let prices: TestPrices;
let workers: ReturnType<typeof createPriceChangesService>;
beforeAll(async () => {
  store = await createTestStore();
  prices = await openPrices(store);
  workers = createPriceChangesService(store.database);
});
afterAll(() => store.close());
beforeEach(() => prices.reset());

/** Moves the times of a change, as if the clock of the database were later. */
const pass = (id: number, minutes: number) =>
  sql`UPDATE price_change SET starts_at = starts_at - make_interval(mins => ${minutes}),
    ends_at = ends_at - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(store.database);
const runDue = async () => {
  while ((await workers.runDue()) > 0);
};
const begin = async (id: number) => {
  await sql`UPDATE price_change SET starts_at = now() - interval '1 second' WHERE id = ${id}`.execute(store.database);
  await runDue();
};
const end = async (id: number) => {
  await sql`UPDATE price_change SET starts_at = now() - interval '2 seconds', ends_at = now() - interval '1 second'
    WHERE id = ${id}`.execute(store.database);
  await runDue();
};

describe('a scheduled change', () => {
  const some = () => prices.ids.slice(0, 5);

  it('is planned once when the request is repeated, also at the same time and after its start', async () => {
    const [productId] = prices.ids as [number];
    const { version } = await prices.rowOf(productId);
    const body = {
      title: 'Sale',
      startsAt: inMinutes(5),
      endsAt: null,
      items: [{ productId, version, priceCents: 2000, discountPriceCents: 900 }],
    };
    const plan = (key: string) =>
      prices.manager.call('POST', '/api/v1/price-changes', body, {
        headers: { 'idempotency-key': key },
        isParallel: true,
      });
    const answers = await Promise.all(Array.from({ length: 4 }, () => plan('planned-sale-number-1')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const planned = await prices.get<{ items: { id: number }[] }>('/api/v1/price-changes');
    expect(planned.items).toHaveLength(1);
    const id = planned.items[0]?.id ?? 0;
    await begin(id);
    expect((await plan('planned-sale-number-1')).json()).toMatchObject({ id, status: 'applied' });
    // Another key is another request, and the operator has not seen the new price.
    expect((await plan('planned-sale-number-2')).json().code).toBe('changed-meanwhile');
  });

  it('starts and ends by the clock of the database, each once with several workers', async () => {
    const { id, status } = (
      await prices.change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })
    ).json();
    expect(status).toBe('scheduled');
    expect((await prices.rowOf(prices.ids[0] as number)).planned).toMatchObject({ id, isApplied: false });
    await runDue();
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
    const { version } = await prices.rowOf(prices.ids[0] as number);
    for (const [expected, steps] of [
      [1500, version + 1],
      [2000, version + 2],
    ] as const) {
      await pass(id, 60);
      await Promise.all(Array.from({ length: 8 }, () => workers.runDue()));
      expect(await prices.rowOf(prices.ids[0] as number)).toMatchObject({
        discountPriceCents: expected,
        version: steps,
      });
    }
    const entries = await store.database
      .selectFrom('audit_entry')
      .select('action')
      .where('subject', '=', `price change ${id}`)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['prices schedule', 'prices start', 'prices end']);
  });

  it('is cancelled when its author is disabled, also when a colleague has the same name', async () => {
    const owner = await signInOperator(store, 'owner');
    const leaver = await signInOperator(store, 'manager');
    await sql`UPDATE operator SET name = ${prices.manager.actor.name} WHERE id = ${leaver.id}`.execute(store.database);
    const [running = 0, planned = 0, kept = 0] = prices.ids;
    const change = async (by: TestOperator, productId: number, startsAt: Date | null) => {
      const { version, priceCents } = await prices.rowOf(productId);
      const items = [{ productId, version, priceCents, discountPriceCents: 1500 }];
      const body = { title: 'Sale', startsAt, endsAt: inMinutes(90), items };
      return (await by.call('POST', '/api/v1/price-changes', body, { isParallel: true })).json().id;
    };
    const ids = {
      running: await change(leaver, running, null),
      planned: await change(leaver, planned, inMinutes(30)),
      kept: await change(prices.manager, kept, inMinutes(30)),
    };
    const url = `/api/v1/team/operators/${leaver.id}/state`;
    const answer = await owner.call('PUT', url, { isDisabled: true, reason: 'left' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { cancelledPriceChanges: 1 }]);
    const { items } = (await owner.get(`/api/v1/audit?subject=operator ${leaver.id}`)).json();
    expect(items[0]).toMatchObject({ action: 'operator disable', details: { cancelledPriceChanges: [ids.planned] } });
    for (const id of Object.values(ids)) await pass(id, 60);
    await runDue();
    expect((await prices.show(ids.planned)).status).toBe('cancelled');
    expect(await Promise.all([running, planned, kept].map(prices.priceOf))).toEqual([1500, 2000, 1500]);
  });

  it('stays applied when the clock goes back', async () => {
    const { id } = (await prices.change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    await pass(id, 60);
    await runDue();
    await pass(id, -60);
    await runDue();
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(1500);
    await pass(id, 120);
    await runDue();
    expect((await prices.show(id)).status).toBe('ended');
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
  });

  it('leaves alone what a colleague changed meanwhile, at its start and at its end', async () => {
    const [first = 0, second = 0, third = 0] = prices.ids;
    const { id } = (
      await prices.change([first, second, third], 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })
    ).json();
    await prices.change([first], 1900);
    await pass(id, 60);
    await runDue();
    await prices.change([second], 1300);
    await pass(id, 60);
    await runDue();
    expect(await Promise.all([first, second, third].map(prices.priceOf))).toEqual([1900, 1300, 2000]);
    expect(await prices.show(id)).toMatchObject({ status: 'ended', conflicts: 2 });
  });

  it('follows another one that ends when it starts', async () => {
    const { id: one } = (await prices.change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    const { id: two } = (await prices.change(some(), 1200, { startsAt: inMinutes(90), endsAt: inMinutes(150) })).json();
    await pass(one, 60);
    await pass(two, 60);
    await runDue();
    await sql`UPDATE price_change SET ends_at = now() - interval '1 second' WHERE id = ${one}`.execute(store.database);
    await sql`UPDATE price_change SET starts_at = now() - interval '1 second' WHERE id = ${two}`.execute(
      store.database,
    );
    await runDue();
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(1200);
    await pass(two, 120);
    await runDue();
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
  });

  it('follows another one that a second worker is still ending', async () => {
    const { id: one } = (await prices.change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    const { id: two } = (await prices.change(some(), 1200, { startsAt: inMinutes(90), endsAt: inMinutes(150) })).json();
    await pass(one, 60);
    await runDue();
    await pass(one, 31);
    await pass(two, 91);
    const count = async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(store.database);
      return rows[0]?.waiting;
    };
    const hold = await store.database.startTransaction().execute();
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(hold);
    // It has written the prices of before, and waits to record it.
    const first = workers.runDue();
    await expect.poll(count).toBe(1);
    let isOver = false;
    const second = workers.runDue().finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await count()) === 2).toBe(true);
    await hold.rollback().execute();
    await Promise.all([first, second]);
    await runDue();
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(1200);
    expect(await prices.show(two)).toMatchObject({ status: 'applied' });
  });

  describe('that overlaps with another one', () => {
    /** Two sales of the same offers, both in force. */
    async function overlap() {
      const { id: first } = (await prices.change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await prices.change(some(), 1200, { endsAt: inMinutes(60) })).json();
      return { first, second };
    }
    it('leaves the price of before both, when the earlier one ends first', async () => {
      const { first, second } = await overlap();
      await end(first);
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(1200);
      await end(second);
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
    });

    it('leaves the price of the earlier one until that ends, when the later one ends first', async () => {
      const { first, second } = await overlap();
      await end(second);
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(1500);
      await end(first);
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
    });

    it('leaves the price of before all, when the one in the middle is undone and all end at once', async () => {
      const { first, second } = await overlap();
      const { id: third } = (await prices.change(some(), 1000, { endsAt: inMinutes(60) })).json();
      expect((await prices.undo(second)).json()).toMatchObject({ status: 'undone', conflicts: some().length });
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(1000);
      await sql`UPDATE price_change SET starts_at = now() - interval '2 seconds', ends_at = now() - interval '1 second'
        WHERE id IN (${first}, ${third})`.execute(store.database);
      await Promise.all(Array.from({ length: 4 }, () => workers.runDue()));
      await runDue();
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
    });

    it('keeps a price that a colleague has set between the two', async () => {
      const { id: first } = (await prices.change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const set = { price_with_discount_cents: 1800 };
      await store.database.updateTable('product').set(set).where('id', 'in', some()).execute();
      const { id: second } = (await prices.change(some(), 1200, { endsAt: inMinutes(60) })).json();
      await end(first);
      await end(second);
      expect(await prices.priceOf(prices.ids[0] as number)).toBe(1800);
    });
  });

  describe('that was planned during another one', () => {
    const planned = { startsAt: inMinutes(90), endsAt: inMinutes(150) };

    it.each([
      ['ended', end],
      ['was undone', (id: number) => prices.undo(id)],
    ])('starts after that one %s, and so does the third', async (_, close) => {
      const { id: first } = (await prices.change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await prices.change(some(), 1200, planned)).json();
      const { id: third } = (await prices.change(some(), 1000, planned)).json();
      await close(first);
      for (const [id, cents] of [
        [second, 1200],
        [third, 1000],
      ] as const) {
        await begin(id);
        expect(await prices.priceOf(prices.ids[0] as number)).toBe(cents);
        expect((await prices.show(id)).items.every(({ isApplied }) => isApplied)).toBe(true);
        await close(id);
        expect(await prices.show(id)).toMatchObject({ conflicts: 0 });
        expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
      }
    });

    it('leaves alone what a colleague changed before that one ended', async () => {
      const { id: first } = (await prices.change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await prices.change(some(), 1200, planned)).json();
      await prices.change([prices.ids[0] as number], 1800);
      await end(first);
      await begin(second);
      expect(await Promise.all(some().map(prices.priceOf))).toEqual([1800, 1200, 1200, 1200, 1200]);
      await end(second);
      expect(await prices.show(second)).toMatchObject({ conflicts: 1 });
      expect(await Promise.all(some().map(prices.priceOf))).toEqual([1800, 2000, 2000, 2000, 2000]);
    });
  });

  it('and others of the same offer follow the rule, in any order of plans, starts, ends, undos and edits', async () => {
    const step = fc.record({
      kind: fc.constantFrom('plan', 'plan', 'sell', 'start', 'start', 'end', 'undo', 'edit', 'lasting'),
      pick: fc.nat({ max: 11 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        await store.database.deleteFrom('price_change').execute();
        const offer = createModel(prices.ids[0] as number);
        await offer.edit();
        for (const { kind, pick } of steps) {
          await offer[kind](pick);
          expect(await offer.readPrice(), kind).toBe(offer.price());
        }
        await offer.endAll();
        expect(await offer.readPrice()).toBe(offer.price());
      }),
      { numRuns: 20 },
    );
  });

  it('that was missed whole changes nothing, and one that was cancelled never starts', async () => {
    const { id: missed } = (
      await prices.change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(40) })
    ).json();
    const { id: cancelled } = (await prices.change(some(), 1500, { startsAt: inMinutes(30) })).json();
    expect((await prices.undo(cancelled)).json().status).toBe('cancelled');
    await pass(missed, 60);
    await pass(cancelled, 60);
    await runDue();
    expect([(await prices.show(missed)).status, (await prices.show(cancelled)).status]).toEqual([
      'missed',
      'cancelled',
    ]);
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
  });
});

interface Sale {
  id: number;
  cents: number;
  /** The lasting price on which it was planned. */
  base: number;
  state: 'planned' | 'started' | 'over';
}

/** An offer of the store, and beside it the rule of ADR 022: scheduled sales are applied to the lasting price in the order of their starts. */
function createModel(productId: number) {
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  const full = 9_000;
  let edits = 0;
  let lasting = 0;
  let inForce: Sale[] = [];
  const sales: Sale[] = [];
  const read = () =>
    store.database
      .selectFrom('product')
      .select(['price_version', 'price_with_discount_cents'])
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
  /** After an edit sales have other prices than before it. Between two edits the same prices come again. */
  const centsOf = (pick: number) => 10 * edits + (pick % 3) + 1;
  const create = async (cents: number, times: { startsAt?: Date; endsAt?: Date }) => {
    const { price_version: version } = await read();
    const items = [{ productId, version, priceCents: full, discountPriceCents: cents }];
    return workers.create(actor, { title: 'Sale', startsAt: undefined, endsAt: undefined, ...times, items });
  };
  const pickOf = (pick: number, ...states: Sale['state'][]) => {
    const found = sales.filter(({ state }) => states.includes(state));
    return found[pick % found.length];
  };
  const setLasting = () => {
    edits += 1;
    lasting = 5_000 + edits;
    inForce = [];
  };
  const close = (sale: Sale) => {
    sale.state = 'over';
    inForce = inForce.filter((other) => other !== sale);
  };
  const model = {
    price: () => inForce.at(-1)?.cents ?? lasting,
    readPrice: async () => (await read()).price_with_discount_cents,
    async plan(pick: number) {
      const cents = centsOf(pick);
      const id = await create(cents, { startsAt: inMinutes(60), endsAt: inMinutes(120) });
      sales.push({ id, cents, base: lasting, state: 'planned' });
    },
    async sell(pick: number) {
      const cents = centsOf(pick);
      const id = await create(cents, { endsAt: inMinutes(120) });
      const sale: Sale = { id, cents, base: lasting, state: 'started' };
      sales.push(sale);
      inForce.push(sale);
    },
    async start(pick: number) {
      const sale = pickOf(pick, 'planned');
      if (!sale) return;
      await begin(sale.id);
      sale.state = 'started';
      if (sale.base === lasting) inForce.push(sale);
    },
    async end(pick: number) {
      const sale = pickOf(pick, 'started');
      if (!sale) return;
      await end(sale.id);
      close(sale);
    },
    async undo(pick: number) {
      const sale = pickOf(pick, 'planned', 'started');
      if (!sale) return;
      await workers.undo(actor, sale.id);
      close(sale);
    },
    /** As an import does it. */
    async edit() {
      setLasting();
      const set = { price_cents: full, price_with_discount_cents: lasting };
      await store.database.updateTable('product').set(set).where('id', '=', productId).execute();
    },
    /** As a colleague does it in the console. */
    async lasting() {
      setLasting();
      await create(lasting, {});
    },
    async endAll() {
      while (pickOf(0, 'started')) await model.end(0);
    },
  };
  return model;
}
