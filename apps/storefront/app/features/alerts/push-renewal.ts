import type { Alert } from '@oyna/api-client/models';
import type { CallApi } from '~/lib/browser-api.ts';
import { forget, readStored, store } from '../../lib/browser-storage.ts';
import { subscribeBrowser } from './push-browser.ts';
import { PUSH_ALERTS, PUSH_CHANGED, PUSH_ENDED } from './push-marks.ts';

type OfAlert = Pick<Alert, 'id' | 'channels'>;

/** The messages of this alert come to this browser. */
export function markPushAlert({ id, channels }: OfAlert): void {
  const ids = readIds();
  if (channels.includes('push') && !ids.includes(String(id))) store('localStorage', PUSH_ALERTS, [...ids, id].join());
  forget('localStorage', PUSH_ENDED);
}

/**
 * Whether the customer has chosen messages in this browser and still allows them. Several customers may use one
 * browser.
 */
export function isRenewable(alerts: readonly OfAlert[]): boolean {
  const ids = readIds();
  const isOwn = alerts.some(({ id, channels }) => channels.includes('push') && ids.includes(String(id)));
  return isOwn && 'Notification' in window && Notification.permission === 'granted';
}

/**
 * The messages to a browser end with the session, and with its subscription. On the next page of the customer the browser of
 * an alert gets them again. A failure is tried again on the page after it.
 */
export async function renewPush(callApi: CallApi): Promise<void> {
  if (await caches.has(PUSH_CHANGED)) {
    store('localStorage', PUSH_ENDED, 'true');
    await caches.delete(PUSH_CHANGED);
  }
  if (!readStored('localStorage', PUSH_ENDED)) return;
  const { alerts, pushKey } = await callApi((api) => api.GET('/api/v1/user/alerts'));
  const body = pushKey !== null && isRenewable(alerts) ? await subscribeBrowser(pushKey) : undefined;
  if (body) await callApi((api) => api.POST('/api/v1/user/push-subscriptions', { body }));
  forget('localStorage', PUSH_ENDED);
}

const readIds = () => readStored('localStorage', PUSH_ALERTS)?.split(',') ?? [];
