import { AppError } from '@oyna/domain/errors';
import { findByClaimToken } from '../../platform/claim-token.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Device, networkOf } from '../../platform/network-address.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import { redeemCode } from '../codes/codes.service.ts';
import { openSession, type Session } from '../sessions/sessions.service.ts';
import { findLinkedOrder, type LinkedOrder } from './order-links.queries.ts';
import type { TakeOver } from './take-over.service.ts';

interface OrderAccessParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  takeOver: TakeOver;
  canMail: boolean;
}

/** As for accounts (contacts.service.ts). */
const SEND_CODE = {
  guest: { name: 'order-code-guest', max: 5, minutes: 15 },
  address: { name: 'order-code-address', max: 50, minutes: 15 },
  target: { name: 'order-code-target', max: 20, minutes: 15 },
} satisfies Record<string, RateLimit>;
/** Wrong codes for one guest. Each new code brings new attempts, so they have a common limit too. */
const CONFIRM: RateLimit = { name: 'order-confirm', max: 30, minutes: 24 * 60 };

export type LinkState = 'open' | 'code' | 'sign-in';

interface OpenedLink {
  state: LinkState;
  /** Where the link opens the order at once. */
  orderId: string | null;
}

export type OrderAccessService = ReturnType<typeof createOrderAccessService>;

/** The link of a guest's order: who has it sees the order on the device that bought it, elsewhere after a code by mail. */
export function createOrderAccessService({ db, announce, limits, takeOver, canMail }: OrderAccessParts) {
  const getLinkedOrder = (token: string, address: string): Promise<LinkedOrder> =>
    findByClaimToken(limits, 'order-link', { token, address }, (hash) => findLinkedOrder(db, hash));

  /** An order that waits for a code. One that an account has taken over opens by sign-in only. */
  async function getGuestOrder(token: string, address: string): Promise<LinkedOrder & { email: string }> {
    const { email, ...order } = await getLinkedOrder(token, address);
    if (!order.isGuest || email === null) throw new AppError('state-conflict');
    return { ...order, email };
  }

  return {
    async open(token: string, session: Session | null, address: string): Promise<OpenedLink> {
      let order = await getLinkedOrder(token, address);
      if (order.isGuest && session && !session.isGuest) {
        // When the account has proven the address of the order. Another tab may have moved it first, so it is read again.
        await takeOver(session.accountId);
        order = await getLinkedOrder(token, address);
      }
      if (session?.accountId === order.accountId) return { state: 'open', orderId: order.orderId };
      return { state: order.isGuest ? 'code' : 'sign-in', orderId: null };
    },

    async sendCode(token: string, address: string): Promise<void> {
      if (!canMail) throw new AppError('unavailable');
      const { accountId, email } = await getGuestOrder(token, address);
      await limits.take(
        [SEND_CODE.guest, accountId],
        [SEND_CODE.address, networkOf(address)],
        [SEND_CODE.target, email.toLowerCase()],
      );
      await announce(db, { kind: 'code', accountId, purpose: 'order', target: email });
    },

    /** Opens a session of the guest on this device. */
    async confirm(token: string, code: string, device: Device) {
      const { accountId, orderId } = await getGuestOrder(token, device.address);
      await limits.take([CONFIRM, accountId]);
      const session = await inTransaction(db, async (transaction: Connection) => {
        const proven = await redeemCode(transaction, { accountId, purpose: 'order', code });
        return proven === undefined ? undefined : openSession(transaction, accountId, device);
      });
      // After the transaction: a wrong code has used an attempt.
      if (!session) throw new AppError('code-invalid', { field: 'code' });
      await limits.giveBack([CONFIRM, accountId]);
      return { ...session, orderId };
    },
  };
}
