import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/**
 * Everything that the store keeps about a person, one list per subject. Every question names the account or its address. Keys
 * are left out: an operator downloads the file, and must not read them.
 */
export async function readCustomerData(db: Connection, accountId: number) {
  const list = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db)).rows;
  const account = await list(sql`
    SELECT account.id, login, email, email_confirmed_at AS "emailConfirmedAt", phone, first_name AS "firstName",
      last_name AS "lastName", birth_date AS "birthDate", country.code AS country, language, created_at AS "createdAt",
      updated_at AS "updatedAt", password_hash IS NOT NULL AS "hasPassword", is_guest AS "isGuest", blocked_at AS "blockedAt",
      blocked_reason AS "blockedReason", blocked_until AS "blockedUntil",
      EXISTS (SELECT FROM account_avatar WHERE account_id = account.id) AS "hasPicture"
    FROM account LEFT JOIN country ON country.id = account.country_id WHERE account.id = ${accountId}`);
  return {
    account: account[0],
    signInBy: await list(sql`
      SELECT provider, subject, created_at AS "createdAt" FROM account_identity WHERE account_id = ${accountId}
      ORDER BY created_at`),
    sessions: await list(sql`
      SELECT address, user_agent AS "userAgent", created_at AS "createdAt", used_at AS "usedAt" FROM account_session
      WHERE account_id = ${accountId} ORDER BY created_at`),
    knownDevices: await list(sql`
      SELECT created_at AS "firstSeenAt" FROM account_device WHERE account_id = ${accountId} ORDER BY created_at`),
    favourites: await list(sql`
      SELECT game.name, favourite.created_at AS "createdAt" FROM favourite
      JOIN game ON game.id = favourite.game_id WHERE account_id = ${accountId} ORDER BY favourite.created_at`),
    alerts: await list(sql`
      SELECT kind, product.name, currency, threshold, channels, alert.created_at AS "createdAt", stopped_at AS "stoppedAt",
        (SELECT json_agg(json_build_object('channel', channel, 'status', status, 'at', closed_at) ORDER BY message.id)
          FROM alert_event AS event JOIN alert_message AS message ON message.event_id = event.id
          WHERE event.alert_id = alert.id) AS messages
      FROM alert LEFT JOIN product ON product.id = alert.product_id WHERE account_id = ${accountId} ORDER BY alert.id`),
    browsersForPush: await list(sql`
      SELECT device, created_at AS "createdAt" FROM push_subscription WHERE account_id = ${accountId} ORDER BY id`),
    notifications: await list(sql`
      SELECT kind, data, created_at AS "createdAt", read_at AS "readAt" FROM notification WHERE account_id = ${accountId}
      ORDER BY id`),
    carts: await list(sql`
      SELECT basket.id, basket.status, basket.created_at AS "createdAt",
        (SELECT json_agg(json_build_object('name', product.name, 'count', basket_item.count)) FROM basket_item
          JOIN product ON product.id = basket_item.product_id WHERE basket_id = basket.id) AS items
      FROM basket WHERE account_id = ${accountId} ORDER BY basket.created_at`),
    orders: await list(sql`
      SELECT number, order_id AS "orderId", provider, provider_payment_id AS "providerPaymentId", status, amount, currency,
        created_at AS "createdAt", paid_at AS "paidAt",
        (SELECT json_agg(json_build_object('name', name, 'count', count, 'amount', order_item.amount) ORDER BY order_item.id)
          FROM order_item WHERE payment_id = payment.id) AS items,
        (SELECT json_agg(json_build_object('amount', refund.amount, 'status', refund.status, 'createdAt', refund.created_at,
          'doneAt', refund.done_at, 'note', refund.note) ORDER BY refund.id) FROM refund WHERE payment_id = payment.id) AS refunds
      FROM payment WHERE account_id = ${accountId} ORDER BY payment.id`),
    topUps: await list(sql`
      SELECT payment.number AS order, top_up.code, top_up.account, top_up.account_name AS "accountName", top_up.email,
        top_up.status FROM top_up LEFT JOIN payment ON payment.top_up_id = top_up.id
      WHERE top_up.account_id = ${accountId} ORDER BY top_up.id`),
    deliveredKeys: await list(sql`
      SELECT delivery.key_id AS "keyNumber", payment.number AS order, order_item.name, delivered_at AS "deliveredAt"
      FROM payment JOIN order_item ON order_item.payment_id = payment.id
      JOIN delivery ON delivery.order_item_id = order_item.id
      WHERE payment.account_id = ${accountId} ORDER BY delivery.key_id`),
    openedKeys: await list(sql`
      SELECT key_id AS "keyNumber", channel, address, user_agent AS "userAgent", revealed_at AS "openedAt" FROM key_reveal
      WHERE account_id = ${accountId} ORDER BY id`),
    gifts: await list(sql`
      SELECT gift.key_id AS "keyNumber", payment.number AS order, gift.status, channel, giver_name AS "giverName",
        recipient_name AS "recipientName", gift.email, message, gift.language, country, opens_on::text AS day,
        gift.created_at AS "createdAt", sent_at AS "sentAt", opened_at AS "openedAt", taken_back_at AS "takenBackAt"
      FROM payment JOIN order_item ON order_item.payment_id = payment.id JOIN gift ON gift.order_item_id = order_item.id
      WHERE payment.account_id = ${accountId} ORDER BY gift.id`),
    claims: await list(sql`
      SELECT key_id AS "keyNumber", reason, comment, status, answer, created_at AS "createdAt", resolved_at AS "answeredAt"
      FROM key_claim WHERE account_id = ${accountId} ORDER BY created_at`),
    reviews: await list(sql`
      SELECT game.name AS game, rating, nickname, text, review.language, status, hidden_reason AS "hiddenReason", answer,
        review.created_at AS "createdAt", edited_at AS "editedAt" FROM review JOIN game ON game.id = review.game_id
      WHERE account_id = ${accountId} ORDER BY review.id`),
    helpfulVotes: await list(sql`
      SELECT game.name AS game, review_vote.review_id AS review, review_vote.created_at AS "createdAt" FROM review_vote
      JOIN review ON review.id = review_vote.review_id JOIN game ON game.id = review.game_id
      WHERE review_vote.account_id = ${accountId} ORDER BY review_vote.review_id`),
    messages: await list(sql`
      SELECT id, name, email, topic, message, language, created_at AS "createdAt",
        (SELECT json_agg(json_build_object('text', text, 'createdAt', support_entry.created_at) ORDER BY support_entry.id)
          FROM support_entry WHERE message_id = support_message.id AND kind = 'answer') AS answers
      FROM support_message WHERE lower(email) = (
        SELECT lower(email) FROM account WHERE id = ${accountId} AND email_confirmed_at IS NOT NULL
          AND is_comparable_address(email)) ORDER BY id`),
    notesOfOperators: await list(sql`
      SELECT payment.number AS order, text, operator_note.created_at AS "createdAt" FROM operator_note
      LEFT JOIN payment ON subject_kind = 'order' AND payment.id = subject_id
      WHERE (subject_kind = 'customer' AND subject_id = ${accountId}) OR payment.account_id = ${accountId}
      ORDER BY operator_note.id`),
    notesOfReconciliation: await list(sql`
      SELECT payment.number AS order, note AS text, noted_at AS "createdAt" FROM reconciliation_note
      JOIN payment USING (order_id) WHERE payment.account_id = ${accountId} ORDER BY noted_at`),
  };
}
