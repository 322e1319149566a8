import type { GiftChannel } from '@oyna/domain/gift';
import type { ClaimStatus, GiftStatus, PaymentStatus, RefundReason } from '@oyna/domain/states';
import { type Connection, runPrepared } from '../../platform/database/connection.ts';
import type { PicturedGame } from '../catalogue/catalogue.pictures.ts';

export interface OrderRow {
  order_id: string;
  number: string;
  basket_id: string;
  is_direct: boolean;
  status: PaymentStatus;
  provider: string;
  amount: number;
  currency: string;
  link_url: string | null;
  created_at: Date;
  paid_at: Date | null;
  refunded: number;
  refunding: number;
  /** An order has one refund at a time that is not done. */
  refunding_reason: RefundReason | null;
  refunded_at: Date | null;
  items: OrderedItem[];
}

interface OrderedItem {
  productId: number;
  gameId: number;
  /** What its picture is made of. */
  game: PicturedGame;
  name: string;
  count: number;
  amount: number;
  refundedCount: number;
  returnedCount: number;
  keys: DeliveredKey[];
}

interface DeliveredKey {
  id: number;
  deliveredAt: string;
  isRevealed: boolean;
  isRevoked: boolean;
  claim: ClaimStatus | null;
  claimAnswer: string | null;
  replacesKeyId: number | null;
  gift: GivenKey | null;
}

interface GivenKey {
  state: GiftStatus;
  channel: GiftChannel;
  day: string;
  recipientName: string;
  email: string | null;
  sentAt: string | null;
  openedAt: string | null;
  isRefused: boolean;
}

/** Finds the order by its id only, so that the planner never reads all orders of the buyer. */
const OWN_ORDER = 'WHERE order_id = $1 AND account_id IS NOT DISTINCT FROM $2 AND basket_id IS NOT NULL';

const ORDER = `
  SELECT order_id, number, basket_id, status, provider, amount, currency, link_url, created_at, paid_at,
    (SELECT direct_product_id IS NOT NULL FROM basket WHERE basket.id = payment.basket_id) AS is_direct,
    (SELECT coalesce(sum(refund.amount), 0)::bigint FROM refund
      WHERE refund.payment_id = payment.id AND refund.status = 'done') AS refunded,
    (SELECT max(done_at) FROM refund WHERE refund.payment_id = payment.id AND refund.status = 'done') AS refunded_at,
    (SELECT coalesce(sum(refund.amount), 0)::bigint FROM refund
      WHERE refund.payment_id = payment.id AND refund.status <> 'done') AS refunding,
    (SELECT refund.reason FROM refund WHERE refund.payment_id = payment.id AND refund.status <> 'done') AS refunding_reason,
    (SELECT json_agg(json_build_object('productId', item.product_id, 'gameId', product.game_id, 'name', item.name,
        'game', json_build_object('id', game.id, 'name', game.name, 'art', game.art, 'pictures', game.pictures,
          'platform', game.platform, 'type', game.type),
        'count', item.count, 'amount', item.amount,
        'refundedCount', (SELECT coalesce(sum(refund_item.count), 0) FROM refund_item
          JOIN refund ON refund.id = refund_item.refund_id AND refund.reason <> 'operator'
          WHERE refund_item.order_item_id = item.id),
        'returnedCount', (SELECT count(*) FROM key_return
          WHERE key_return.order_item_id = item.id AND key_return.replaces_key_id IS NULL),
        'keys', (SELECT coalesce(json_agg(json_build_object('id', delivery.key_id, 'deliveredAt', delivery.delivered_at,
            'isRevealed', is_key_opened(delivery.key_id), 'isRevoked', product_key.status = 'revoked',
            'claim', key_claim.status, 'claimAnswer', key_claim.answer, 'replacesKeyId', delivery.replaces_key_id,
            'gift', (SELECT json_build_object('state', gift.status, 'channel', gift.channel, 'day', gift.opens_on,
                'recipientName', gift.recipient_name, 'email', gift.email, 'sentAt', gift.sent_at,
                'openedAt', gift.opened_at, 'isRefused', gift.refused_at IS NOT NULL)
              FROM gift WHERE gift.id = gift_of_key(delivery.key_id)))
            ORDER BY delivery.delivered_at, delivery.key_id), '[]')
          FROM delivery JOIN product_key ON product_key.id = delivery.key_id
          LEFT JOIN key_claim ON key_claim.key_id = delivery.key_id
          WHERE delivery.order_item_id = item.id)) ORDER BY item.id)
      FROM order_item AS item JOIN product ON product.id = item.product_id JOIN game ON game.id = product.game_id
      WHERE item.payment_id = payment.id) AS items
  FROM payment ${OWN_ORDER}`;

const STATUS = `SELECT status FROM payment ${OWN_ORDER}`;

/** Only the state, for requests that wait for a change. */
export async function findOrderStatus(
  db: Connection,
  accountId: number,
  orderId: string,
): Promise<PaymentStatus | undefined> {
  const [row] = await runPrepared<Pick<OrderRow, 'status'>>(db, 'order-status', STATUS, [orderId, accountId]);
  return row?.status;
}

/** With its items and keys. Buyers who have just paid poll it, so it is one statement. */
export async function findOrder(db: Connection, accountId: number, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await runPrepared<OrderRow>(db, 'one-order', ORDER, [orderId, accountId]);
  return row;
}
