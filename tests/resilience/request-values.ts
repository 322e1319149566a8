import { pickRandom } from './test-environment.ts';

/** Values that programs often handle wrongly: limits, other types, texts with a special meaning elsewhere. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '1e309',
  '-1e309',
  '1e-400',
  '0x10',
  '010',
  'NaN',
  'Infinity',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "'; DROP TABLE game; --",
  '%00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '..%2f..%2f',
  '%ZZ',
  '%',
  '%C0%AF',
  '\\',
  '"',
  '\r\nx: y',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'İ',
  'ǰ',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '9999999-01-01',
  '00000000-0000-0000-0000-000000000000',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  'a@b',
  '+7 (701) 123-45-67',
  '😀'.repeat(50),
  'x'.repeat(201),
  'x'.repeat(5_000),
];

const OTHERS = [null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, [], {}, [[]], [null], { a: { b: [] } }];

export const oddText = (random: () => number): string => pickRandom(TEXTS, random);

export const oddValue = (random: () => number): unknown =>
  random() < 0.6 ? oddText(random) : pickRandom(OTHERS, random);

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** Usually valid, so that the request passes the first checks. */
export function drawValue(schema: Schema, random: () => number): unknown {
  if (random() < 0.15) return oddValue(random);
  if (schema.enum) return pickRandom(schema.enum, random);
  if (schema.anyOf) return drawValue(pickRandom(schema.anyOf, random), random);
  const type = [schema.type].flat()[0];
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).filter(() => random() < 0.9);
    return Object.fromEntries(fields.map(([name, field]) => [name, drawValue(field, random)]));
  }
  if (type === 'array') {
    return Array.from({ length: Math.floor(random() * 4) }, () => drawValue(schema.items ?? {}, random));
  }
  if (type === 'integer' || type === 'number') return numberOf(schema, random);
  if (type === 'boolean') return random() < 0.5;
  return textOf(schema, random);
}

function numberOf({ minimum = 0, maximum = 2_000 }: Schema, random: () => number): number {
  const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, 31, 1001, 1000];
  return pickRandom(edges, random);
}

function textOf({ pattern = '', format }: Schema, random: () => number): string {
  const hex = () => Math.floor(random() * 16).toString(16);
  if (pattern.includes('{8}')) return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', hex);
  if (pattern.includes('{16,50}')) return 'x'.repeat(20).replaceAll('x', hex);
  if (format === 'date') return '2000-02-29';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return pickRandom(
    ['demo', 'Demo!pass1', 'a@example.com', 'epoint', 'platron', 'steam_user', '5123456789', 'ru'],
    random,
  );
}
