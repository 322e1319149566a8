import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import type { Chance, TrafficWorld, Way } from './mixed-traffic.world.ts';
import { pickRandom } from './test-environment.ts';

/** What operators do in the console. */

const LIVE = '/api/v1/live';
const LISTS = [
  'today',
  'orders',
  'customers',
  'claims',
  'messages',
  'reviews',
  'stock',
  'stock-summary',
  'prices',
  'price-changes',
  'promo-codes',
  'catalogue/games',
  'catalogue/news',
  'finance/reconciliations',
  'approvals',
  'audit',
  'health',
  'health/jobs',
  'team',
  'roles',
  'templates',
  'settings',
];

async function readList({ shop, operator, count }: TrafficWorld, chance: Chance): Promise<void> {
  const path = `/api/v1/${pickRandom(LISTS, chance)}`;
  const { status } = await sendHttp('GET', shop.consoleUrl + path, { headers: operator });
  count(status, path);
  if (status >= 400 && status < 500) throw new Error(`${path}: ${status}`);
}

/** Opens the live connection of a screen, and closes it without a word after a while. */
async function watch({ shop, operator, count }: TrafficWorld, chance: Chance): Promise<void> {
  const connection = request(shop.consoleUrl + LIVE, { headers: operator });
  await new Promise<void>((resolve, reject) => {
    connection.on('response', (response) => {
      count(response.statusCode ?? 0, LIVE);
      response.on('error', () => {}).resume();
      resolve();
    });
    connection.on('error', reject);
    connection.end();
  });
  await wait(chance() * 3_000);
  connection.on('error', () => {}).destroy();
}

export const OPERATOR_WAYS: readonly Way[] = [
  { name: 'console lists', atOnce: 1, pauseMs: 600, act: readList },
  { name: 'live connections', atOnce: 3, pauseMs: 400, act: watch },
];
