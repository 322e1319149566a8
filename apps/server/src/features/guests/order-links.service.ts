import { claimLink, ORDER_LINK_PATH } from '@oyna/domain/claim-link';
import { AppError } from '@oyna/domain/errors';
import { createClaimToken } from '../../platform/claim-token.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import * as queries from './order-links.queries.ts';

/** After a year support sends a new link. */
const LINK_DAYS = 365;

export interface PageLink {
  link: string | null;
}

/** Where the mail about an order leads. A guest has no sign-in, so each mail has a new link. */
export async function createMailLink(
  db: Connection,
  publicUrl: string,
  order: { id: number; order_id: string; is_guest: boolean },
): Promise<string> {
  if (!order.is_guest) return `${publicUrl}/payment/result?order=${order.order_id}`;
  const { token, hash } = createClaimToken();
  await queries.insertLink(db, { hash, paymentId: order.id, channel: 'mail', days: LINK_DAYS });
  return claimLink(publicUrl + ORDER_LINK_PATH, token);
}

/** The link for the order page of a guest. It is shown once: later it is null. */
export async function createPageLink(db: Database, accountId: number, orderId: string): Promise<PageLink> {
  const order = await queries.findGuestOrder(db, accountId, orderId);
  if (!order) throw new AppError('not-found', { field: 'orderId' });
  const { token, hash } = createClaimToken();
  const isFirst = await queries.insertLink(db, { hash, paymentId: order.id, channel: 'page', days: LINK_DAYS });
  return { link: isFirst ? claimLink(ORDER_LINK_PATH, token) : null };
}

export const { deleteLinks } = queries;
