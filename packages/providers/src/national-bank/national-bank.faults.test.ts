/** A bank that is down, slow, broken or hostile: always an ExchangeRateError, never a partial result. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExchangeRateError } from '../exchange-rates.ts';
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

describe('a bank that fails', () => {
  it('with an HTTP error or a redirect is refused', async () => {
    for (const status of [204, 302, 404, 500, 503]) {
      const headers = { location: 'http://127.0.0.1:1/' };
      const body = status === 204 ? null : bulletin(USD + RUB + AZN);
      const { baseUrl } = await serveBank(() => new Response(body, { status, headers }));
      const failure = fetchNationalBankRates({ baseUrl, today: TODAY });
      await expectFailure(failure, `the National Bank answered HTTP ${status} for 2026-01-15`);
    }
  });

  it('for an earlier day gives no partial result', async () => {
    const { baseUrl } = await serveBank((fdate) =>
      fdate === '15.01.2026' ? new Response(noData(fdate)) : new Response('', { status: 500 }),
    );
    await expectFailure(fetchNationalBankRates({ baseUrl, today: TODAY }), 'HTTP 500 for 2026-01-14');
  });

  it('because it cannot be reached is refused, and the cause is kept', async () => {
    const { baseUrl, close } = await serveNationalBank();
    await close();
    for (const address of [baseUrl, 'not an address']) {
      const failure = await fetchNationalBankRates({ baseUrl: address, today: TODAY }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ExchangeRateError);
      expect(failure).toMatchObject({ message: 'the request to the National Bank failed', cause: expect.any(Error) });
    }
  });

  it('because it does not answer in time is refused, whether silent or slow', async () => {
    const dripping = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          controller.enqueue(Buffer.from(' '));
        },
      });
    for (const answer of [() => new Promise<Response>(() => {}), () => new Response(dripping())]) {
      const { baseUrl } = await serveBank(answer);
      const failure = fetchNationalBankRates({ baseUrl, today: TODAY, timeoutMs: 100 });
      await expectFailure(failure, 'the National Bank did not answer within 100 ms');
    }
  });

  it('can be aborted', async () => {
    const { baseUrl, controls } = await serveNationalBank();
    controls.set({ delayMs: 5_000 });
    const failure = fetchNationalBankRates({ baseUrl, today: TODAY, signal: AbortSignal.timeout(50) });
    await expectFailure(failure, 'the request to the National Bank was stopped');
  });

  it('with an answer that breaks off is refused', async () => {
    const { baseUrl } = await serveBank(() => {
      const chunks = [bulletin(USD + RUB + AZN)];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = chunks.pop();
          if (chunk) controller.enqueue(Buffer.from(chunk));
          else controller.error(new Error('the line is cut'));
        },
      });
      return new Response(body);
    });
    await expectFailure(fetchNationalBankRates({ baseUrl, today: TODAY }), 'the request to the National Bank failed');
  });
});

describe('an answer that is not what it should be', () => {
  it('is refused as bad XML', async () => {
    const whole = bulletin(USD + RUB + AZN);
    const broken = [whole.slice(0, -10), `${whole}<rates/>`, whole.replace('</item>', '')];
    for (const bad of ['', 'Service unavailable', ...broken]) {
      await expectRefused(bad, /bad XML|without <rates>/);
    }
    await expectRefused('<html><body>maintenance</body></html>', 'without <rates>');
    await expectRefused('{"rates":{}}', /bad XML|without <rates>/);
    await expectRefused('<rates/>', 'without <rates>');
    await expectRefused('<rates><date>15.01.2026</date></rates>', 'listed no currencies');
    await expectRefused('<rates><error>формат\nдаты</error></rates>', 'listed no currencies and says "формат\\nдаты"');
    await expectRefused(`<rates><date>15.01.2026</date><item>${USD}</item></rates>`, 'did not list USD');
    await expectRefused(Buffer.from([0xff, 0xfe, 0x3c, 0x00]), 'not UTF-8');
  });

  it('may not declare a document type or entities', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE rates [<!ENTITY l0 "ha">${laughs}]><rates>&l9;</rates>`;
    const file = '<!DOCTYPE rates [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const plain = '<!doctype rates SYSTEM "http://127.0.0.1:1/rates.dtd">';
    await expectRefused(bomb, 'DOCTYPE');
    await expectRefused(file + bulletin(item('USD', '&x;') + RUB + AZN).replace(/<\?.*\?>/, ''), 'DOCTYPE');
    await expectRefused(plain + bulletin(USD + RUB + AZN).replace(/<\?.*\?>/, ''), 'DOCTYPE');
    await expectRefused(bulletin(`<!ENTITY x "512">${USD + RUB + AZN}`), 'DOCTYPE');
  });

  it('gives rates or an ExchangeRateError, however it was changed', async () => {
    const whole = bulletin(USD + RUB + AZN);
    const place = fc.nat(whole.length);
    const insertion = fc.oneof(
      fc.string(),
      fc.constantFrom('<', '</', '<item>', '<![CDATA[', ']]>', '<!--', '<?', '&'),
    );
    await fc.assert(
      fc.asyncProperty(place, place, insertion, async (from, length, text) => {
        const mangled = whole.slice(0, from) + text + whole.slice(from + (length % 12));
        const fetch = async () => new Response(mangled);
        const result = await fetchNationalBankRates({ baseUrl: 'http://bank.invalid', today: TODAY, fetch }).catch(
          (error: unknown) => error,
        );
        if (result instanceof ExchangeRateError) return;
        const rate = expect.stringMatching(/^\d+\.\d{8}$/);
        expect(result).toMatchObject({ perUsd: { KZT: rate, RUB: rate, AZN: rate } });
      }),
      { numRuns: 500 },
    );
  });

  it('cannot change object prototypes by special names', async () => {
    const tricks = '<__proto__><item>1</item></__proto__><constructor>1</constructor>';
    await expectRefused(`<rates>${tricks}<date>15.01.2026</date></rates>`, /bad XML|listed no currencies/);
    expect({}).not.toHaveProperty('item');
  });

  it('may be long, but not longer than 256 kB', async () => {
    const padded = (bytes: number) => bulletin(USD + RUB + AZN).replace('</rates>', `${' '.repeat(bytes)}</rates>`);
    expect((await ratesOf(padded(250_000))).perUsd.KZT).toBe('512.34000000');
    await expectRefused(padded(256_000), 'more than 256000 bytes');
    await expectRefused(padded(5_000_000), 'more than 256000 bytes');
  });

  it('is measured unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(packed.byteLength).toBeLessThan(100_000);
    const { baseUrl } = await serveBank(() => new Response(packed, { headers: { 'content-encoding': 'gzip' } }));
    const failure = fetchNationalBankRates({ baseUrl, today: TODAY });
    await expectFailure(failure, 'more than 256000 bytes');
  });

  it.each<[string, number, RegExp, (tags: number) => string]>([
    ['open tags', 36_000, /bad XML/, (tags) => '<rates>'.repeat(tags)],
    [
      'tags inside each other',
      36_000,
      /bad XML|listed no/,
      (tags) => `<rates>${'<a>'.repeat(tags)}${'</a>'.repeat(tags)}</rates>`,
    ],
    ['tags beside each other', 19_000, /did not list USD/, (tags) => bulletin('<item></item>'.repeat(tags))],
  ])('is refused in a time that grows no faster than its number of %s', async (_, most, reason, build) => {
    const timeOf = (tags: number) => leastCpuTime(() => expectRefused(build(tags), reason));
    const [few, many] = [await timeOf(most / 10), await timeOf(most)];
    // Ten times as many tags take ten times as long. A parser that reads them again and again takes a hundred times as long.
    expect(many / few).toBeLessThan(40);
  });
});

/** The least of three, so that a pause of the machine does not count. */
async function leastCpuTime(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  return Math.min(...times);
}
