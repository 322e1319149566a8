import { PushRefused, type PushSender } from '@oyna/providers/web-push/web-push';
import { type AlertChannel, alertPushes } from './alert-channels.ts';
import { alertLabels } from './alert-texts.ts';
import * as queries from './push-subscriptions.queries.ts';

/** To every browser that the customer has subscribed. The payload is what the service worker of the storefront reads. */
export function createPushChannel(sender: PushSender): AlertChannel {
  return {
    name: 'push',
    queue: alertPushes,

    async listTargets(db, accountIds) {
      const rows = await queries.listSubscriptionIds(db, accountIds);
      const byAccount = Map.groupBy(rows, ({ account_id: accountId }) => accountId);
      return new Map([...byAccount].map(([accountId, list]) => [accountId, list.map(({ id }) => String(id))]));
    },

    async send(db, target, { alertId, accountId, language, title, lines, url, stopToken }, signal) {
      const subscription = await queries.findSubscription(db, Number(target), accountId);
      if (!subscription) return 'gone';
      if (subscription.is_paused) throw new Error('the browser did not take its last message and is asked again later');
      const { open, stop } = alertLabels(language);
      const payload = { title, body: lines[0] ?? '', url, tag: `alert-${alertId}`, open, stop, stopToken };
      try {
        const content = { payload: JSON.stringify(payload), topic: `alert-${alertId}` };
        const outcome = await sender.send(subscription, content, signal);
        if (outcome === 'gone') await queries.deleteSubscription(db, subscription.id, accountId);
        else await queries.noteSuccess(db, subscription.id);
        return outcome;
      } catch (error) {
        await queries.noteFailure(db, subscription.id);
        if (!(error instanceof PushRefused)) throw error;
        return 'refused';
      }
    },
  };
}
