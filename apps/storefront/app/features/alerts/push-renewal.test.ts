import type { Alert } from '@oyna/api-client/models';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallApi } from '~/lib/browser-api.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { PUSH_CHANGED, PUSH_ENDED } from './push-marks.ts';
import { isRenewable, markPushAlert, renewPush } from './push-renewal.ts';

const byPush = (id: number) => ({ id, channels: ['push'] satisfies Alert['channels'] });
const given = { endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } };

let entries: Map<string, string>;
let caches: Set<string>;
let notification: { permission: string };

beforeEach(() => {
  caches = new Set();
  notification = { permission: 'granted' };
  const pushManager = { getSubscription: async () => ({ toJSON: () => given }) };
  entries = stubStorage({ Notification: notification });
  vi.stubGlobal('caches', {
    has: async (name: string) => caches.has(name),
    delete: async (name: string) => {
      // The page may be closed right after it: the other mark is there before.
      expect(entries.has(PUSH_ENDED)).toBe(true);
      return caches.delete(name);
    },
  });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => {}, ready: Promise.resolve({ pushManager }) } });
});
afterEach(() => void vi.unstubAllGlobals());

/** The API of a customer who has these alerts. `sent` is what the browser sends. */
function apiOf(alerts: object[], refuse?: Error) {
  const sent: unknown[] = [];
  const api = {
    GET: async () => ({ alerts, pushKey: 'key', browsers: [] }),
    POST: async (_path: string, { body }: { body: unknown }) => {
      if (refuse) throw refuse;
      sent.push(body);
    },
  };
  return { sent, callApi: (async (call: (given: typeof api) => unknown) => call(api)) as unknown as CallApi };
}

it('subscribes the browser of an alert again, once', async () => {
  markPushAlert(byPush(7));
  entries.set(PUSH_ENDED, 'true');
  const { sent, callApi } = apiOf([{ id: 3, channels: ['mail'] }, byPush(7)]);
  await renewPush(callApi);
  expect(sent).toEqual([{ endpoint: given.endpoint, ...given.keys }]);
  expect(entries.has(PUSH_ENDED)).toBe(false);
});

it('sends nothing for another customer, for an alert by mail, and without permission', async () => {
  markPushAlert(byPush(7));
  markPushAlert({ id: 9, channels: ['mail'] });
  expect(isRenewable([byPush(7)])).toBe(true);
  for (const alerts of [[], [byPush(8)], [{ id: 7, channels: ['mail'] }], [byPush(9)]]) {
    const { sent, callApi } = apiOf(alerts);
    entries.set(PUSH_ENDED, 'true');
    await renewPush(callApi);
    expect(sent).toEqual([]);
  }
  notification.permission = 'denied';
  expect(isRenewable([byPush(7)])).toBe(false);
});

it('sends a subscription that the browser has replaced, and nothing while none has ended', async () => {
  markPushAlert(byPush(7));
  const { sent, callApi } = apiOf([byPush(7)]);
  await renewPush(callApi);
  expect(sent).toEqual([]);
  caches.add(PUSH_CHANGED);
  await renewPush(callApi);
  expect(sent).toEqual([{ endpoint: given.endpoint, ...given.keys }]);
  expect(caches.size).toBe(0);
});

it('is tried again on the next page after a failure', async () => {
  markPushAlert(byPush(7));
  caches.add(PUSH_CHANGED);
  const { callApi } = apiOf([byPush(7)], new Error('no network'));
  await expect(renewPush(callApi)).rejects.toThrow('no network');
  expect(entries.has(PUSH_ENDED)).toBe(true);
});
