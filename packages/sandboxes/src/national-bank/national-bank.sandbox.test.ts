import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedSandbox, serveSandbox } from '../sandbox.test-helper.ts';
import { createNationalBankSandbox, type NationalBankSandboxOptions } from './national-bank.sandbox.ts';

// A Thursday, noon in Almaty.
const now = () => new Date('2026-01-15T07:00:00Z');
const NO_DATA = 'на выбранную дату информации нет.';

let served: ServedSandbox;

async function start(options: NationalBankSandboxOptions = {}) {
  served = await serveSandbox(createNationalBankSandbox({ now, ...options }));
}

beforeEach(() => start());
afterEach(() => served.close());

async function get(query: string): Promise<string> {
  const response = await fetch(`${served.baseUrl}/rss/get_rates.cfm${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  return response.text();
}

function postBehaviour(body: string): Promise<Response> {
  return fetch(`${served.baseUrl}/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

function descriptionOf(xml: string, code: string): number {
  return Number(new RegExp(`<title>${code}</title><description>([^<]+)<`).exec(xml)?.[1]);
}

describe('the bulletin', () => {
  it("has the bank's form", async () => {
    const xml = await get('?fdate=15.01.2026');
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<rates>.*<date>15\.01\.2026<\/date><item>.*<\/rates>\s*$/s,
    );
    expect(xml).toMatch(
      /<item><fullname>ДОЛЛАР США<\/fullname><title>USD<\/title><description>\d{3}\.\d\d<\/description><quant>1<\/quant><index>(UP|DOWN|)<\/index><change>[+-]?\d+\.\d\d<\/change><\/item>/,
    );
    expect(xml).not.toContain('<title>KZT</title>');
    expect(xml.match(/<item>/g)?.length).toBeGreaterThan(20);
    for (const quant of [10, 100, 1000]) expect(xml).toContain(`<quant>${quant}</quant>`);
  });

  it('is the same each time, and moves a little every working day', async () => {
    expect(await get('?fdate=15.01.2026')).toBe(await get('?fdate=15.01.2026'));
    const week = await Promise.all([12, 13, 14, 15, 16].map((day) => get(`?fdate=${day}.01.2026`)));
    for (const [code, centre] of Object.entries({ USD: 512, RUB: 6.2, AZN: 301 })) {
      const values = week.map((xml) => descriptionOf(xml, code));
      for (const value of values) expect(Math.abs(value / centre - 1)).toBeLessThan(0.02);
      for (const [index, value] of values.slice(1).entries()) {
        expect(Math.abs(value / (values[index] ?? 0) - 1)).toBeLessThan(0.005);
      }
      expect(new Set(values).size).toBeGreaterThan(1);
    }
  });

  it('says by how much a rate moved', async () => {
    const [before, after] = [await get('?fdate=14.01.2026'), await get('?fdate=15.01.2026')];
    const change = /<title>USD<\/title>.*?<index>(.*?)<\/index><change>(.*?)<\/change>/.exec(after);
    const moved = descriptionOf(after, 'USD') - descriptionOf(before, 'USD');
    expect(Number(change?.[2])).toBeCloseTo(moved, 5);
    expect(change?.[1]).toBe(moved > 0 ? 'UP' : 'DOWN');
  });

  it('can be set to other rates', async () => {
    await served.close();
    await start({ rates: { USD: 480 } });
    expect(Math.abs(descriptionOf(await get('?fdate=15.01.2026'), 'USD') / 480 - 1)).toBeLessThan(0.02);
  });
});

describe('a day without rates', () => {
  it('is reported as such: weekends, the distant future, the distant past', async () => {
    for (const date of ['10.01.2026', '11.01.2026', '19.01.2026', '01.10.2990', '01.10.1990']) {
      expect(await get(`?fdate=${date}`)).toContain(`<rates><date>${date}</date><info>${NO_DATA}</info></rates>`);
    }
    expect(await get('?fdate=16.01.2026')).toContain('<item>');
  });

  it('is an error when the date is not valid', async () => {
    for (const query of ['', '?fdate=', '?fdate=2026-01-15', '?fdate=31.02.2026', '?fdate=%3Citem%3E']) {
      const xml = await get(query);
      expect(xml).toContain('<error>');
      expect(xml).not.toContain('<item>');
    }
  });
});

describe('the behaviour', () => {
  const untouched = { fail: false, delayMs: 0, usd: null, garbage: false, empty: false };
  const readBehaviour = async () => (await fetch(`${served.baseUrl}/behaviour`)).json();

  it('is read and changed over HTTP, one setting at a time', async () => {
    expect(await readBehaviour()).toEqual(untouched);
    expect(await (await postBehaviour('{"usd":700}')).json()).toEqual({ ...untouched, usd: 700 });
    expect(await (await postBehaviour('{"fail":true}')).json()).toEqual({ ...untouched, usd: 700, fail: true });
    expect((await fetch(`${served.baseUrl}/rss/get_rates.cfm?fdate=15.01.2026`)).status).toBe(500);
    await postBehaviour('{"fail":false}');
    expect(await get('?fdate=15.01.2026')).toContain('<title>USD</title><description>700.00</description>');
    await postBehaviour('{"empty":true}');
    expect(await get('?fdate=15.01.2026')).toContain(NO_DATA);
    await postBehaviour('{"garbage":true}');
    expect(await get('?fdate=15.01.2026')).not.toContain('</rates>');
  });

  it('refuses unknown settings and does not change', async () => {
    const bad = [
      '',
      '[]',
      'null',
      '{"fail":1}',
      '{"delayMs":-1}',
      '{"delayMs":60001}',
      '{"usd":"700"}',
      '{"toString":true}',
    ];
    for (const body of [...bad, '{"usd":700,"nonsense":1}']) {
      const response = await postBehaviour(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
    expect(await readBehaviour()).toEqual(untouched);
  });
});
