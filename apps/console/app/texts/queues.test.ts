import { expect, it } from 'vitest';
import names from './ru/queues.json' with { type: 'json' };

const server = import.meta.glob<string>(['../../../server/src/features/**/*.ts', '!**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Queues of messages, and jobs with a schedule. */
const queues = Object.values(server).flatMap((source) =>
  [/: Queue<[^=]*> = \{ name: '([a-z-]+)'/g, /name: '([a-z-]+)',\s+cron: /g].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name]) => name ?? ''),
  ),
);

it('names every queue and scheduled job of the server, and no others', () => {
  expect(queues.length).toBeGreaterThan(15);
  expect(Object.keys(names).toSorted()).toEqual(queues.toSorted());
});
