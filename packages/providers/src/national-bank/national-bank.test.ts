import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNoJump, ExchangeRateError } from '../exchange-rates.ts';
import {
  AZN,
  bulletin,
  expectFailure,
  expectRefused,
  item,
  noData,
  RUB,
  ratesOf,
  serveBank,
  serveNationalBank,
  TODAY,
  USD,
} from './national-bank.test-helper.ts';
import { fetchNationalBankRates } from './national-bank.ts';

describe('the rates', () => {
  it('are units per dollar, from tenge per unit', async () => {
    expect(await ratesOf(bulletin(USD + RUB + AZN))).toEqual({
      source: 'national-bank',
      date: '2026-01-15',
      perUsd: { KZT: '512.34000000', RUB: '82.63548387', AZN: '1.70150443' },
    });
  });

  it('divide by the quantity and accept a comma', async () => {
    const items = item('USD', '5123,4', '10') + item('RUB', '620', '100') + item('AZN', '301110', '1000');
    const { perUsd } = await ratesOf(bulletin(items));
    expect(perUsd).toEqual({ KZT: '512.34000000', RUB: '82.63548387', AZN: '1.70150443' });
  });

  it('are exact to the last digit for whatever the bank writes', async () => {
    const price = (min: number, max: number, quantities: bigint[]) =>
      fc
        .record({
          whole: fc.integer({ min, max }),
          fraction: fc.stringMatching(/^\d{0,9}$/),
          mark: fc.constantFrom('.', ','),
          quant: fc.constantFrom(...quantities),
        })
        .map(({ whole, fraction, mark, quant }) => ({
          text: fraction === '' ? String(whole) : `${whole}${mark}${fraction}`,
          quant: String(quant),
          // Tenge for one unit, times 10^12: whole, since nine places and a quantity of 1000 make twelve.
          value: (BigInt(`${whole}${fraction}`) * 10n ** BigInt(12 - fraction.length)) / quant,
        }));
    const wanted = fc.record({
      usd: price(100, 999, [1n]),
      rub: price(1, 99_999, [1n, 10n, 100n, 1000n]),
      azn: price(1, 99_999, [1n, 10n, 100n, 1000n]),
    });
    await fc.assert(
      fc.asyncProperty(wanted, async ({ usd, rub, azn }) => {
        const xml = bulletin(
          item('USD', usd.text) + item('RUB', rub.text, rub.quant) + item('AZN', azn.text, azn.quant),
        );
        const { perUsd } = await fetchNationalBankRates({
          baseUrl: 'http://bank.invalid',
          today: TODAY,
          fetch: async () => new Response(xml),
        });
        const expectNearest = (text: string, unit: bigint) => {
          expect(text).toMatch(/^\d+\.\d{8}$/);
          const units = BigInt(text.replace('.', ''));
          const twice = 2n * usd.value * 10n ** 8n;
          expect(twice >= (2n * units - 1n) * unit).toBe(true);
          expect(twice < (2n * units + 1n) * unit).toBe(true);
        };
        expectNearest(perUsd.KZT, 10n ** 12n);
        expectNearest(perUsd.RUB, rub.value);
        expectNearest(perUsd.AZN, azn.value);
      }),
      { numRuns: 300 },
    );
  });

  it('need a dollar from 100 to 1000 tenge', async () => {
    for (const usd of ['100', '1000']) {
      expect((await ratesOf(bulletin(item('USD', usd) + RUB + AZN))).perUsd.KZT).toBe(`${usd}.00000000`);
    }
    await expectRefused(bulletin(item('USD', '99.99') + RUB + AZN), 'USD at 99.99000000 KZT is outside 100 to 1000');
    await expectRefused(bulletin(item('USD', '1000.01') + RUB + AZN), 'outside 100 to 1000');
    await expectRefused(bulletin(item('USD', '512', '100') + RUB + AZN), 'USD at 5.12000000 KZT');
  });

  it('must be rates that the shop can calculate with', async () => {
    await expectRefused(bulletin(USD + item('RUB', '999999999.999999999') + AZN), 'RUB per USD cannot be 0.0000005');
    await expectRefused(bulletin(USD + item('RUB', '0.000000001', '1000') + AZN), 'RUB per USD cannot be');
  });

  it('must all be there, each once and positive', async () => {
    await expectRefused(bulletin(RUB + AZN), 'did not list USD');
    await expectRefused(bulletin(USD + AZN), 'did not list RUB');
    await expectRefused(bulletin(USD + RUB), 'did not list AZN');
    await expectRefused(bulletin(USD + RUB + AZN + USD), 'listed USD more than once');
    const notDigits = ['-6.2', 'NaN', 'Infinity', '1e2', '', '6.2.1', '6 200', '٦', '&#54;'];
    for (const bad of ['0', '0,00', '6'.repeat(99), ...notDigits]) {
      await expectRefused(bulletin(USD + item('RUB', bad) + AZN), 'priced RUB at');
    }
    for (const bad of ['0', '-1', '', '1.0', '7', '1e2', '10000', 'NaN']) {
      await expectRefused(bulletin(USD + RUB + item('AZN', '301', bad)), 'priced AZN at');
    }
    const twice =
      '<item><title>AZN</title><description>301</description><description>50</description><quant>1</quant></item>';
    await expectRefused(bulletin(USD + RUB + twice), 'priced AZN at');
    await expectRefused(bulletin(`${USD + RUB}<item><title>AZN</title></item>`), 'priced AZN at nothing for nothing');
  });
});

describe('the day', () => {
  async function datesAsked(now: string): Promise<string[]> {
    const { baseUrl, requests } = await serveBank((fdate) => new Response(bulletin(USD + RUB + AZN, fdate)));
    const { date } = await fetchNationalBankRates({ baseUrl: `${baseUrl}/`, today: new Date(now) });
    return [...requests, date];
  }

  it("is Almaty's", async () => {
    const asked = (fdate: string, date: string) => [`/rss/get_rates.cfm?fdate=${fdate}`, date];
    expect(await datesAsked('2026-01-14T18:59:59.999Z')).toEqual(asked('14.01.2026', '2026-01-14'));
    expect(await datesAsked('2026-01-14T19:00:00Z')).toEqual(asked('15.01.2026', '2026-01-15'));
    expect(await datesAsked('2026-01-14T20:00:00Z')).toEqual(asked('15.01.2026', '2026-01-15'));
    expect(await datesAsked('2025-12-31T20:00:00Z')).toEqual(asked('01.01.2026', '2026-01-01'));
    // UTC+6 until the end of February 2024.
    expect(await datesAsked('2024-01-10T18:00:00Z')).toEqual(asked('11.01.2024', '2024-01-11'));
  });

  it('steps back over a weekend', async () => {
    const { baseUrl, requests } = await serveNationalBank();
    const sunday = new Date('2026-01-11T07:00:00Z');
    const friday = await fetchNationalBankRates({ baseUrl, today: sunday });
    expect(friday.date).toBe('2026-01-09');
    expect(requests.map((url) => url.split('=')[1])).toEqual(['11.01.2026', '10.01.2026', '09.01.2026']);
  });

  it('steps back ten days, over the end of February too, and no further', async () => {
    let newest = '19.02.2028';
    const { baseUrl, requests } = await serveBank(
      (fdate) => new Response(fdate === newest ? bulletin(USD + RUB + AZN, fdate) : noData(fdate)),
    );
    const rates = () => fetchNationalBankRates({ baseUrl, today: new Date('2028-02-29T07:00:00Z') });
    expect((await rates()).date).toBe('2028-02-19');
    expect(requests).toHaveLength(11);
    newest = '18.02.2028';
    await expectFailure(rates(), 'the National Bank has no rates from 2028-02-19 to 2028-02-29');
    expect(requests).toHaveLength(22);
  });

  it('may be earlier than the requested one, but neither later nor too old', async () => {
    expect((await ratesOf(bulletin(USD + RUB + AZN, '09.01.2026'))).date).toBe('2026-01-09');
    await expectRefused(bulletin(USD + RUB + AZN, '16.01.2026'), 'asked for 2026-01-15 and answered for 2026-01-16');
    await expectRefused(bulletin(USD + RUB + AZN, '04.01.2026'), 'answered for 2026-01-04');
    for (const bad of ['', '2026-01-15', '30.02.2026', '15.13.2026', '00.01.2026']) {
      await expectRefused(bulletin(USD + RUB + AZN, bad), 'without a readable <date>');
    }
  });
});

describe('with the sandbox', () => {
  it('rates are those of the day and do not jump from one to the next', async () => {
    const { baseUrl } = await serveNationalBank();
    const today = await fetchNationalBankRates({ baseUrl, today: TODAY });
    for (const [currency, centre] of [['KZT', 512] as const, ['RUB', 82.6] as const, ['AZN', 1.7] as const]) {
      expect(Math.abs(Number(today.perUsd[currency]) / centre - 1)).toBeLessThan(0.03);
    }
    const yesterday = await fetchNationalBankRates({ baseUrl, today: new Date('2026-01-14T07:00:00Z') });
    expect(yesterday).not.toEqual(today);
    expect(() => assertNoJump(yesterday, today)).not.toThrow();
  });

  it('each of its behaviour is noticed', async () => {
    const { baseUrl, controls } = await serveNationalBank();
    const rates = () => fetchNationalBankRates({ baseUrl, today: TODAY, timeoutMs: 1_000 });
    const before = await rates();
    controls.set({ fail: true });
    await expectFailure(rates(), 'HTTP 500');
    controls.set({ fail: false, garbage: true });
    await expectFailure(rates(), 'bad XML');
    controls.set({ garbage: false, empty: true });
    await expectFailure(rates(), 'has no rates from 2026-01-05 to 2026-01-15');
    controls.set({ empty: false, delayMs: 5_000 });
    await expectFailure(rates(), 'did not answer within 1000 ms');
    controls.set({ delayMs: 0, usd: 700 });
    const after = await rates();
    expect(after.perUsd.KZT).toBe('700.00000000');
    expect(() => assertNoJump(before, after)).toThrow(ExchangeRateError);
    controls.set({ usd: 5000 });
    await expectFailure(rates(), 'outside 100 to 1000');
    controls.set({ usd: null });
    expect(await rates()).toEqual(before);
  });
});
