import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { faultOfGuess, guessLinks } from './guest-links.ts';
import { findForeignRows, mixGuestEvents } from './guests.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 120_000 });

const tested = setUpShop();

it('opens nothing for guessed, changed, ended and stolen links', async () => {
  const { counts, codes, faults } = await guessLinks(tested.shop, { guesses: 400, atOnce: 8, seed: 1 });
  expect(faults).toEqual([]);
  expect([codes.guesses > 5, codes.tried > 5]).toEqual([true, true]);
  expect(Object.keys(counts).toSorted()).toEqual(['changed', 'expired', 'random', 'renewed', 'stolen', 'taken-over']);
});

it('reports a check that accepts any guess while a code is stored', async () => {
  const compare = crypto.timingSafeEqual;
  const setCompare = (value: typeof compare) => {
    crypto.timingSafeEqual = value;
    syncBuiltinESMExports();
  };
  onTestFinished(() => setCompare(compare));
  setCompare(() => true);
  const { faults } = await guessLinks(tested.shop, { guesses: 150, atOnce: 4, seed: 2 });
  expect(faults).toContainEqual(expect.stringMatching(/^stolen .*: opened/));
  expect(faults).toContainEqual(expect.stringMatching(/^access changed/));
});

it('reports a link that opens an order', () => {
  const opened = { status: 200, body: { state: 'open', orderId: 'X' } };
  expect(faultOfGuess('random', false, opened)).toContain('opened');
  expect(faultOfGuess('stolen', false, { status: 200, body: { state: 'sign-in', orderId: null } })).toContain(
    'not code',
  );
  expect(faultOfGuess('expired', true, { status: 409, body: { code: 'state-conflict' } })).toContain('not 404');
});

it('keeps the invariants when orders are paid, opened, claimed, refunded, taken over and erased in any order', async () => {
  const { counts, sequences, faults } = await mixGuestEvents(tested.shop, { orders: 40, atOnce: 4, seed: 1 });
  expect(faults).toEqual([]);
  expect(Object.keys(sequences).toSorted()).toEqual([
    'claim, refund, take over',
    'claim, take over, refund',
    'refund, claim, take over',
    'refund, take over, claim',
    'take over, claim, refund',
    'take over, refund, claim',
  ]);
  for (const name of ['pay', 'open', 'claim', 'refund', 'take over'])
    expect(counts[name]?.done, name).toBeGreaterThan(0);
});

it('reports a claim that stays behind when its order moves', async () => {
  const { rows } = await sql`UPDATE key_claim SET account_id = (SELECT min(id) FROM account)
    WHERE key_id = (SELECT min(key_id) FROM key_claim) RETURNING key_id`.execute(tested.store.database);
  expect(rows).toHaveLength(1);
  expect(await findForeignRows(tested.shop)).toEqual([expect.stringContaining('is not of the buyer')]);
});
