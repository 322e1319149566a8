import { createECDH } from 'node:crypto';
import { deviceName } from '@oyna/domain/device-name';
import { AppError } from '@oyna/domain/errors';
import { isPushAddress } from '@oyna/providers/web-push/push-address';
import type { PushSettings } from '@oyna/providers/web-push/web-push';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Session } from '../sessions/sessions.service.ts';
import * as queries from './push-subscriptions.queries.ts';

const SUBSCRIPTIONS = { name: 'push-subscriptions', max: 30, minutes: 60 };
const MAX_BROWSERS = 10;
const AUTH_BYTES = 16;

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface SubscriptionParts {
  db: Database;
  limits: Pick<RateLimits, 'take'>;
  /** Without keys push is not offered. */
  settings: Pick<PushSettings, 'publicKey' | 'testOrigin'> | undefined;
}

export type PushSubscriptionsService = ReturnType<typeof createPushSubscriptionsService>;

export function createPushSubscriptionsService({ db, limits, settings }: SubscriptionParts) {
  return {
    /** What a browser needs to subscribe. Null: push is not offered. */
    publicKey: settings?.publicKey ?? null,

    list: (accountId: number) => queries.listSubscriptions(db, accountId),

    async add(
      { id: sessionId, accountId }: Pick<Session, 'id' | 'accountId'>,
      subscription: BrowserSubscription,
      userAgent: string,
    ): Promise<{ id: number }> {
      if (!settings) throw new AppError('not-found');
      if (!isPushAddress(subscription.endpoint, settings.testOrigin)) throw refuse('endpoint');
      if (!isPoint(subscription.p256dh)) throw refuse('p256dh');
      if (Buffer.from(subscription.auth, 'base64url').length !== AUTH_BYTES) throw refuse('auth');
      await limits.take([SUBSCRIPTIONS, accountId]);
      // The normal form, in which odd characters are encoded.
      const endpoint = new URL(subscription.endpoint).href;
      const device = deviceName(userAgent) ?? '';
      const id = await inTransaction(db, (transaction) =>
        queries.saveSubscription(
          transaction,
          { accountId, sessionId, ...subscription, endpoint, device },
          MAX_BROWSERS,
        ),
      );
      if (id === undefined) throw new AppError('not-authorized');
      return { id };
    },

    /**
     * A customer signs out. The database ends the messages to the browser of a session that is ended. Here are those that
     * no session leads to: of a session that has expired before the customer signed in again.
     */
    forgetBrowser: (accountId: number, userAgent: string) =>
      queries.deleteUnboundSubscriptions(db, accountId, deviceName(userAgent) ?? ''),

    async remove(accountId: number, id: number): Promise<void> {
      if (!(await queries.deleteSubscription(db, id, accountId))) throw new AppError('not-found', { field: 'id' });
    },
  };
}

const refuse = (field: string) => new AppError('invalid-parameter', { field });

/** Whether it is a point of the curve: a message could not be encrypted for anything else. */
function isPoint(key: string): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
