import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { faultOfGift, raceGifts } from './gifts.ts';
import { findFaults } from './invariant-check.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 120_000 });

const tested = setUpShop();

it('lets exactly one win when a gift is opened, taken back and refunded at the same moment', async () => {
  const { counts, faults } = await raceGifts(tested.shop, { gifts: 40, atOnce: 4, seed: 1 });
  expect(faults).toEqual([]);
  expect(counts.opened).toBeGreaterThan(0);
  expect(counts.takenBack).toBeGreaterThan(0);
});

it('reports a gift that both sides have, or that is lost', () => {
  const opened = { opened: 1, notices: 1, takenBack: false, shown: false, refunded: false, status: 'opened' };
  expect(faultOfGift(opened)).toBeUndefined();
  expect(faultOfGift({ ...opened, opened: 2 })).toContain('2 browsers');
  expect(faultOfGift({ ...opened, takenBack: true })).toBe('opened and taken back');
  expect(faultOfGift({ ...opened, shown: true })).toContain('by the giver');
  expect(faultOfGift({ ...opened, notices: 2 })).toContain('notified 2 times');
  const unseen = { ...opened, opened: 0, notices: 0 };
  expect(faultOfGift(unseen)).toContain('no browser');
  expect(faultOfGift({ ...unseen, status: 'sent' })).toContain('neither');
  expect(faultOfGift({ ...unseen, status: 'taken-back' })).toContain('without a cause');
});

it('reports an opened gift without a key that was seen', async () => {
  const { rows } = await sql`DELETE FROM key_reveal WHERE key_id = (SELECT min(key_id) FROM gift
    WHERE status = 'opened') RETURNING key_id`.execute(tested.store.database);
  expect(rows.length).toBeGreaterThan(0);
  expect(await findFaults(tested.shop)).toContainEqual(
    expect.stringContaining('an opened gift whose recipient has not seen'),
  );
});
