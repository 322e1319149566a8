import { expect, it } from 'vitest';
import { failedRow, goalTable, lookRow, noneRow, recoveryRow } from './goals.ts';
import { countAnswers } from './proxy.ts';

it('counts the answers in the log of HAProxy, and names those with 500', () => {
  const log = [
    '[WARNING]  (68) : Server ready/web1 is DOWN',
    'GET / 200 -- 0/0/0/19/19 web2',
    'POST /api/v1/payment/x 503 -- 0/0/0/1/1 web1',
    'POST /api/v1/basket/create 500 -- 0/0/0/1/1 web1',
    'GET /catalog 502 SH 0/0/0/-1/1 web1',
    'GET /catalog -1 CR 0/0/0/-1/1 web1',
    '',
  ].join('\n');
  expect(countAnswers(log)).toEqual({ all: 4, failed: 3, broken: ['POST /api/v1/basket/create 500'] });
});

it('misses a goal that was not reached', () => {
  expect(recoveryRow('killed', [3, 30, 4], '').isMet).toBe(true);
  expect(recoveryRow('killed', [3, 30.1, 4], '').isMet).toBe(false);
  expect(lookRow('kills', { answered: 99, failed: 1 }).isMet).toBe(true);
  expect(lookRow('kills', { answered: 98, failed: 1 }).isMet).toBe(false);
  expect(failedRow('nodes', { all: 100, failed: 1 }).isMet).toBe(true);
  expect(failedRow('nodes', { all: 100, failed: 2 }).isMet).toBe(false);
  expect(noneRow('lost', []).isMet).toBe(true);
  const missed = noneRow('lost', ['one'], '7 kept');
  expect(goalTable([missed])).toContain('| lost | none | 1; 7 kept | MISSED |');
});
