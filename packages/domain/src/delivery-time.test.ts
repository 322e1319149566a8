import { describe, expect, it } from 'vitest';
import { type DeliverySample, deliveryTime, MAX_DELIVERIES, MIN_DELIVERIES, median } from './delivery-time.ts';

const samples = (count: number, fields: Partial<DeliverySample> = {}): DeliverySample[] =>
  Array.from({ length: count }, () => ({ gameId: 1, platform: 'Steam', seconds: 4, ...fields }));
const game = { id: 1, platform: 'Steam' };

describe('median', () => {
  it.each([
    [[], undefined],
    [[7], 7],
    [[9, 1, 5], 5],
    [[1, 2], 2],
    [[1, 3, 5, 100], 4],
    [[0, 0, 0, 3600], 0],
  ])('of %j is %s', (values, expected) => expect(median(values)).toBe(expected));

  it('does not change the list that it reads', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the time to a key', () => {
  it('is not given from too few orders', () => {
    expect(deliveryTime(samples(MIN_DELIVERIES - 1), game)).toBeUndefined();
    expect(deliveryTime(samples(MIN_DELIVERIES), game)).toEqual({ seconds: 4, orders: 20, platform: null });
  });

  it('is taken from the platform when the game has too few orders', () => {
    const all = [
      ...samples(5),
      ...samples(20, { gameId: 2, seconds: 9 }),
      ...samples(30, { gameId: 3, platform: 'GOG' }),
    ];
    expect(deliveryTime(all, game)).toEqual({ seconds: 9, orders: 25, platform: 'Steam' });
  });

  it('is taken from the newest orders only', () => {
    const all = [...samples(MAX_DELIVERIES, { seconds: 2 }), ...samples(1000, { seconds: 500 })];
    expect(deliveryTime(all, game)).toEqual({ seconds: 2, orders: MAX_DELIVERIES, platform: null });
  });
});
