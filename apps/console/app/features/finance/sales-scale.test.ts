import { describe, expect, it } from 'vitest';
import { datedPlaces, roundSteps, unitOf } from './sales-scale.ts';

/** In hundredths. */
const units = (...amounts: number[]) => amounts.map((amount) => amount * 100);

describe('the steps of the scale', () => {
  it('are there when nothing was sold', () => {
    expect(roundSteps(0, 0)).toEqual(units(0, 1));
  });

  it('are round and end above the highest amount', () => {
    expect(roundSteps(0, 731_900_00)).toEqual(units(0, 200_000, 400_000, 600_000, 800_000));
    expect(roundSteps(0, 200_00)).toEqual(units(0, 50, 100, 150, 200));
    expect(roundSteps(0, 201_00)).toEqual(units(0, 100, 200, 300));
  });

  it('begin at zero also when all amounts are equal', () => {
    expect(roundSteps(5_000_00, 5_000_00)).toEqual(units(0, 2_000, 4_000, 6_000));
  });

  it('go below zero for a loss', () => {
    expect(roundSteps(-120_00, 900_00)).toEqual(units(-500, 0, 500, 1_000));
    expect(roundSteps(-40_00, 0)).toEqual(units(-40, -30, -20, -10, 0));
    expect(roundSteps(-40_00, -40_00)).toContain(0);
  });

  it('are whole units for a few cents', () => {
    expect(roundSteps(0, 7)).toEqual(units(0, 1));
    expect(roundSteps(-7, 0)).toEqual(units(-1, 0));
  });

  it('are few for every size of amounts, and cover them', () => {
    const sizes = [1, 99, 100, 101, 12_345, 1e6, 33_333_333, 4e9, 7.5e12, Number.MAX_SAFE_INTEGER];
    for (const highest of sizes) {
      for (const lowest of [0, -1, -highest / 3, -highest]) {
        const steps = roundSteps(lowest, highest);
        expect(steps.length, `${lowest} to ${highest}`).toBeLessThanOrEqual(5);
        expect(steps).toContain(0);
        expect(steps[0]).toBeLessThanOrEqual(lowest);
        expect(steps.at(-1)).toBeGreaterThanOrEqual(highest);
      }
    }
  });
});

it('chooses the unit by the largest amount, also of a loss', () => {
  expect(unitOf(units(0, 9_000))).toBeUndefined();
  expect(unitOf(units(0, 10_000))?.name).toBe('thousand');
  expect(unitOf(units(0, 500_000, 1_000_000))?.name).toBe('million');
  expect(unitOf(units(-2_000_000_000, 0, 10))?.name).toBe('billion');
});

it('dates the last bar and every so many before it', () => {
  expect(datedPlaces(1, 4)).toEqual([0]);
  expect(datedPlaces(4, 4)).toEqual([0, 1, 2, 3]);
  expect(datedPlaces(7, 4)).toEqual([0, 2, 4, 6]);
  expect(datedPlaces(30, 4)).toEqual([1, 15, 29]);
  expect(datedPlaces(30, 12)).toHaveLength(10);
  expect(datedPlaces(365, 12).length).toBeLessThanOrEqual(12);
  expect(datedPlaces(3, 0)).toEqual([2]);
});
