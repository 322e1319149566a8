import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { claimTokenOf } from '@oyna/domain/claim-link';
import { storeDay } from '@oyna/domain/store-time';
import { sql } from 'kysely';
import { seedDemoOperators } from '../../apps/server/src/demo/demo-operators.ts';
import { audit } from '../../apps/server/src/platform/audit.ts';
import { createMember, type Member } from '../../apps/server/src/testing/test-member.ts';
import { ask, beginPayment, createBasket, listKeyIds, pressButton, readSettledOrder } from './buyer.ts';
import { joinPayloads, type Payload } from './script-payloads.ts';
import { addCountry, stockProduct } from './stock.ts';
import type { ShopAccess } from './test-environment.ts';

/** Where texts of people are shown, and how payloads get there. */
export interface ScriptPlaces {
  member: Member;
  /** Stores the payloads in every text of a person, also where a form would refuse them. Each text begins with its label. */
  store(payloads: readonly Payload[]): Promise<void>;
  /** The labels of all texts. */
  labels: readonly string[];
  /** Pages of the store that show stored texts. */
  pages: readonly string[];
  /** Screens of the console that show stored texts. */
  screens: readonly string[];
}

/** Addresses that a link of an attacker could have. */
export const REFLECTING: { pages: readonly string[]; screens: readonly string[] } = {
  pages: [
    '/catalog?name=',
    '/games?name=',
    '/catalog/',
    '/nothing/',
    '/news-info?id=',
    '/top-up/',
    '/payment/result?orderId=',
    '/payment?basketId=',
    '/order-link#',
    '/gift#',
    '/confirm-email?token=',
    '/reset-password?token=',
    '/vk?error_description=',
    '/alerts/stop?token=',
  ],
  screens: [
    '/orders?search=',
    '/customers?search=',
    '/messages?search=',
    '/catalogue?search=',
    '/invitation#',
    '/nothing/',
  ],
};

const NEWS = 900_001;
/** About as many as there are. */
const FIELDS = 45;

export async function preparePlaces(shop: ShopAccess): Promise<ScriptPlaces> {
  const { database } = shop;
  const member = await createMember(shop);
  const productId = await stockProduct(database, 10);
  const { game_id: gameId } = await database
    .selectFrom('product')
    .select('game_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const claimed = await buyKey(shop, member, productId);
  const given = await buyKey(shop, member, productId);
  await ask(shop, member, 'POST', `/api/v1/user/keys/${claimed.keyId}/reveal`);
  await ask(shop, member, 'POST', `/api/v1/user/keys/${claimed.keyId}/claim`, { body: { reason: 'wrong-region' } });
  const country = await addCountry(database);
  const gift = { channel: 'link', day: storeDay(new Date()), country, accepted: true };
  const { body } = await ask<{ link: string }>(shop, member, 'POST', `/api/v1/user/keys/${given.keyId}/gift`, {
    body: gift,
  });
  const token = claimTokenOf(body.link.split('#')[1] ?? '') ?? '';
  const ids = await insertRows(shop, member, { gameId, productId });
  const labels = new Set<string>();
  let auditEntry = 0;

  async function store(payloads: readonly Payload[]): Promise<void> {
    let fields = 0;
    /** Each field begins with other payloads. */
    const within = (label: string, length: number) => {
      labels.add(label);
      const start = Math.floor((fields++ * payloads.length) / FIELDS) % payloads.length;
      return `#${label}#${joinPayloads(payloads, length - label.length - 2, start)}`;
    };
    const whole = (label: string) => within(label, Number.POSITIVE_INFINITY);
    const everywhere = (text: string) => JSON.stringify({ ru: text, en: text, kz: text });
    const html = (label: string) =>
      everywhere(`<p>#${label}#</p>${payloads.map(({ text }) => `<p>${text}</p>`).join('')}`);
    labels.add('description').add('news-body');
    const statements = [
      sql`UPDATE account SET login = ${within('login', 60)}, first_name = ${within('first-name', 200)},
        last_name = ${within('last-name', 200)} WHERE id = ${member.accountId}`,
      sql`UPDATE account SET blocked_at = now(), blocked_reason = ${whole('block')} WHERE id = ${ids.blockedId}`,
      sql`UPDATE game SET name = ${within('game', 200)}, developer = ${within('developer', 200)},
        publisher = ${within('publisher', 200)}, description = ${html('description')}::jsonb WHERE id = ${gameId}`,
      sql`UPDATE product SET edition = ${within('edition', 200)} WHERE id = ${productId}`,
      sql`UPDATE category SET title = ${everywhere(within('category', 120))}::jsonb
        WHERE id = (SELECT category_id FROM game WHERE id = ${gameId})`,
      sql`UPDATE news SET title = ${everywhere(within('news', 200))}::jsonb,
        summary = ${everywhere(within('summary', 400))}::jsonb, body = ${html('news-body')}::jsonb WHERE id = ${NEWS}`,
      sql`UPDATE review SET nickname = ${within('nickname', 60)}, text = ${whole('review')}, answer = ${whole('review-answer')},
        answered_at = now(), answered_by = ${within('review-author', 100)} WHERE id = ${ids.reviewId}`,
      sql`UPDATE support_message SET name = ${within('sender', 200)}, email = ${within('address', 60)},
        message = ${whole('message')} WHERE id = ${ids.messageId}`,
      sql`UPDATE support_entry SET text = ${whole('message-note')}, author = ${within('message-author', 100)}
        WHERE message_id = ${ids.messageId}`,
      sql`UPDATE key_claim SET comment = ${whole('claim')} WHERE key_id = ${claimed.keyId}`,
      sql`UPDATE gift SET giver_name = ${within('giver', 60)}, recipient_name = ${within('recipient', 60)},
        message = ${within('gift', 300)} WHERE key_id = ${given.keyId}`,
      sql`UPDATE operator_note SET text = ${within('note', 2_000)}, author = ${within('note-author', 100)}`,
      sql`UPDATE promo_code SET code = upper(${within('promo', 60)}) WHERE id = ${ids.promoId}`,
      sql`UPDATE answer_template SET name = ${everywhere(within('template', 200))}::jsonb,
        body = ${everywhere(whole('template-body'))}::jsonb`,
      sql`UPDATE notification SET data = jsonb_set(data, '{gameName}', to_jsonb(${whole('notification')}::text))
        WHERE account_id = ${member.accountId} AND kind = 'price-drop'`,
      sql`UPDATE price_change SET title = ${within('price-change', 120)}, created_by = ${within('price-author', 100)}`,
      sql`UPDATE key_import SET file_name = ${within('key-file', 200)}`,
      sql`UPDATE key_batch SET supplier = ${within('batch-supplier', 100)} WHERE product_id = ${productId}`,
      sql`UPDATE approval SET reason = ${whole('approval')}, requester = ${within('requester', 100)}`,
      sql`UPDATE operator SET name = ${within('operator', 100)} WHERE email = ${DEMO_OPERATORS[2].email}`,
    ];
    for (const statement of statements) await statement.execute(database);
    const actor = { kind: 'command', id: null, name: within('actor', 100) } as const;
    const change = { before: { name: within('before', 300) }, after: { name: within('after', 300) } };
    const subject = within('subject', 200);
    await audit(database, { actor, action: 'scripts', subject, reason: whole('reason'), ...change });
    const newest = await sql<{ position: number }>`SELECT max(position) AS position FROM audit_entry`.execute(database);
    auditEntry = newest.rows[0]?.position ?? 0;
  }

  return {
    member,
    store,
    get labels() {
      return [...labels];
    },
    pages: [
      `/catalog/${gameId}`,
      '/catalog',
      '/news',
      `/news-info?id=${NEWS}`,
      '/history',
      `/payment/result?orderId=${claimed.orderId}`,
      '/profile',
      '/edit-profile',
      '/notifications',
      '/categories',
      `/gift#${token}`,
    ],
    get screens() {
      return [
        `/customers/${member.accountId}`,
        '/customers',
        `/orders/${claimed.orderId}`,
        `/orders/${given.orderId}`,
        '/messages',
        `/messages/${ids.messageId}`,
        '/messages/templates',
        '/reviews',
        `/reviews/${ids.reviewId}`,
        '/claims',
        `/claims/${claimed.keyId}`,
        '/promo',
        `/promo/${ids.promoId}`,
        `/catalogue/${gameId}`,
        '/catalogue/news',
        `/catalogue/news/${NEWS}`,
        '/stock',
        `/stock/${productId}`,
        '/stock/import',
        `/customers/${ids.blockedId}`,
        '/prices/changes',
        `/prices/changes/${ids.priceChangeId}`,
        '/prices',
        '/finance',
        '/approvals',
        `/audit?entry=${auditEntry}`,
        '/team',
        '/',
      ];
    },
  };
}

async function buyKey(shop: ShopAccess, member: Member, productId: number) {
  const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
  const { body: link } = await beginPayment(shop, member, 'epoint', basket.body.id);
  await pressButton(link, 'approve');
  const order = await readSettledOrder(shop, member, link.orderId);
  return { orderId: link.orderId, keyId: listKeyIds(order.body)[0] ?? 0 };
}

/** One row of each kind of text. Their texts are replaced by payloads. */
async function insertRows(
  shop: ShopAccess,
  member: Member,
  { gameId, productId }: { gameId: number; productId: number },
) {
  const { database } = shop;
  const insert = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    (await statement.execute(database)).rows[0]?.id ?? 0;
  const text = JSON.stringify({ ru: 'x', en: 'x', kz: 'x' });
  const art = JSON.stringify({ motif: 'orbit', hue: 10 });
  const drop = JSON.stringify({ gameId, gameName: 'x', from: 1_000, to: 750 });
  await seedDemoOperators(database);
  const statements = [
    sql`INSERT INTO operator_note (subject_kind, subject_id, author, text)
      SELECT 'order', id, 'x', 'x' FROM payment WHERE account_id = ${member.accountId}
      UNION ALL SELECT 'customer', ${member.accountId}, 'x', 'x'`,
    sql`INSERT INTO news (id, published_on, title, summary, body, art)
      VALUES (${NEWS}, current_date, ${text}::jsonb, ${text}::jsonb, ${text}::jsonb, ${art}::jsonb)`,
    sql`INSERT INTO notification (account_id, kind, data) VALUES (${member.accountId}, 'price-drop', ${drop}::jsonb)`,
    sql`INSERT INTO key_import (id, product_id, file_name, supplier, cost_cents, format, stops_at_bad, line_count,
      chunk_count, created_by) VALUES (gen_random_uuid(), ${productId}, 'x', 'x', 0, 'any', false, 1, 1, 'x')`,
    sql`INSERT INTO approval (kind, subject, request, facts, requester, expires_at)
      VALUES ('refund', 'order x', '{}', '{}', 'x', now() + interval '1 day')`,
    sql`INSERT INTO answer_template (kind, name, body) VALUES ('message', ${text}::jsonb, ${text}::jsonb)`,
  ];
  for (const statement of statements) await statement.execute(database);
  const blocked = await createMember(shop);
  const messageId = await insert(sql`INSERT INTO support_message (name, email, topic, message, language)
    VALUES ('x', 'x@example.com', 'order', 'x', 'en') RETURNING id`);
  await sql`INSERT INTO support_entry (message_id, kind, text, author) VALUES (${messageId}, 'note', 'x', 'x')`.execute(
    database,
  );
  return {
    messageId,
    blockedId: blocked.accountId,
    reviewId: await insert(sql`INSERT INTO review (game_id, account_id, rating, nickname, text, language, status)
      VALUES (${gameId}, ${member.accountId}, 5, 'x', 'x', 'ru', 'published') RETURNING id`),
    promoId: await insert(sql`INSERT INTO promo_code (code, percent) VALUES ('X', 5) RETURNING id`),
    priceChangeId: await insert(sql`INSERT INTO price_change (title, status, starts_at, created_by)
      VALUES ('x', 'undone', now(), 'x') RETURNING id`),
  };
}
