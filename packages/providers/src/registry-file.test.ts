import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_PROVIDERS } from './payment-providers.ts';
import { parseRegistry, type RegistryFormat } from './registry-file.ts';

const FORMAT: RegistryFormat = {
  separator: ';',
  columns: { orderId: 'order', providerPaymentId: 'id', amount: 'sum', currency: 'currency', status: 'status' },
  hasKnownIds: true,
  amounts: 'major',
  currencies: { RUR: 'RUB' },
  statuses: { ok: 'paid', revoked: 'refunded' },
};
const HEAD = 'id;order;sum;currency;status;note';

it('reads each line with its place, in any order of columns', () => {
  const text = `\u{feff}${HEAD}\r\n77;order-1;1 ;RUR;ok;"a; ""b"""\r\n78;order-2;12,50;USD;revoked;\r\n`;
  expect(parseRegistry(text, FORMAT)).toEqual({
    faults: [],
    lines: [
      { line: 2, orderId: 'order-1', providerPaymentId: '77', amount: 100, currency: 'RUB', status: 'paid' },
      { line: 3, orderId: 'order-2', providerPaymentId: '78', amount: 1250, currency: 'USD', status: 'refunded' },
    ],
  });
});

it.each([',', ';', '\t'] as const)(
  'reads a file that a spreadsheet saved again with %j and decimal commas',
  (separator) => {
    const rows = [HEAD.split(';'), ['77', 'order-1', '"12,50"', 'RUR', 'ok', '']];
    const text = `\u{feff}${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`;
    expect(parseRegistry(text, FORMAT)).toMatchObject({
      faults: [],
      lines: [{ orderId: 'order-1', amount: 1250, currency: 'RUB', status: 'paid' }],
    });
  },
);

describe('a file with a fault', () => {
  it.each([
    ['id;order;sum', { line: 1, reason: 'no-header', value: 'currency, status' }],
    ['', { line: 1, reason: 'no-header', value: 'order, id, sum, currency, status' }],
    [`${HEAD}\n77;order-1;1;RUB;ok`, { line: 2, reason: 'columns', value: '5' }],
    [`${HEAD}\n77;=cmd();1;RUB;ok;`, { line: 2, reason: 'order-id', value: '=cmd()' }],
    [`${HEAD}\n77;order-1;1.005;RUB;ok;`, { line: 2, reason: 'amount', value: '1.005' }],
    [`${HEAD}\n77;order-1;-1;RUB;ok;`, { line: 2, reason: 'amount', value: '-1' }],
    [`${HEAD}\n77;order-1;1;rubles;ok;`, { line: 2, reason: 'currency', value: 'rubles' }],
    [`${HEAD}\n77;order-1;1;RUB;toString;`, { line: 2, reason: 'status', value: 'toString' }],
    [`${HEAD}\n77;order-1;1;RUB;ok;\n78;order-1;1;RUB;ok;`, { line: 3, reason: 'twice', value: 'order-1' }],
  ])('gives no line at all: %j', (text, fault) => {
    expect(parseRegistry(text, FORMAT)).toEqual({ lines: [], faults: [fault] });
  });
});

it('never throws, whatever the file holds', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
      parseRegistry(`${HEAD}\n${text}`, FORMAT);
      parseRegistry(text, FORMAT);
    }),
  );
});

it.each([
  ['epoint', 'order_id,transaction,amount,currency,status', 'A1,te-7,12.99,AZN,success', [1299, 'AZN', 'paid', 'te-7']],
  ['epoint', 'order_id,transaction,amount,currency,status', 'A1,te-7,5,USD,returned', [500, 'USD', 'refunded', 'te-7']],
  ['kassa24', 'orderId;id;amount;currency;status', 'A1;77;129900;KZT;1', [129_900, 'KZT', 'paid', '77']],
  ['kassa24', 'orderId;id;amount;currency;status', 'A1;77;100;KZT;3', [100, 'KZT', 'refunded', '77']],
  [
    'platron',
    'pg_order_id;pg_payment_id;pg_amount;pg_currency;pg_status',
    'A1;5;12.99;RUR;ok',
    [1299, 'RUB', 'paid', '5'],
  ],
  [
    'platron',
    'pg_order_id;pg_payment_id;pg_amount;pg_currency;pg_status',
    'A1;5;1;KZT;failed',
    [100, 'KZT', 'failed', '5'],
  ],
  [
    'talkbank',
    'order_slug;order_id;amount;currency;status',
    'A1;u-1;129900;RUB;completed',
    [129_900, 'RUB', 'paid', 'u-1'],
  ],
  [
    'talkbank',
    'order_slug;order_id;amount;currency;status',
    'A1;u-1;100;RUB;reversed',
    [100, 'RUB', 'refunded', 'u-1'],
  ],
] as const)(
  'a line of %s has the unit, currency and status of docs/reconciliation.md',
  (name, head, text, expected) => {
    const registry = PAYMENT_PROVIDERS.find((provider) => provider.name === name)?.registry;
    if (!registry) throw new Error(`${name} has no registry`);
    const { lines, faults } = parseRegistry(`${head}\n${text}`, registry);
    expect(faults).toEqual([]);
    expect(lines.map((line) => [line.amount, line.currency, line.status, line.providerPaymentId])).toEqual([expected]);
  },
);

it.each(PAYMENT_PROVIDERS.map(({ name, registry }) => ({ name, registry })))(
  '$name has a mapping of columns',
  ({ registry }) => {
    expect(new Set(Object.values(registry?.columns ?? {})).size).toBe(5);
    expect(Object.values(registry?.statuses ?? {})).toContain('paid');
  },
);
