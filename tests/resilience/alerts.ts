import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import type pg from 'pg';
import { createAlertEventsService } from '../../apps/server/src/features/alerts/alert-events.service.ts';
import { createMailChannel } from '../../apps/server/src/features/alerts/mail-channel.ts';
import { createPushChannel } from '../../apps/server/src/features/alerts/push-channel.ts';
import { jobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { type AlertWatch, eventsOf, findAlertFaults } from './alerts.check.ts';
import { createInbox, type Inbox } from './alerts.inbox.ts';
import { ask } from './buyer.ts';
import { hookStatements, type StatementHook } from './statement-hook.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

interface AlertsOptions {
  customers: number;
  changes: number;
  seed: number;
  /**
   * What the part must detect: messages that no change has caused, or a store in this process that does not look again before
   * it sends.
   */
  damage?: 'false-messages' | 'no-second-look';
}

export interface AlertsResult {
  changes: number;
  changesPerMinute: number;
  messages: { mail: number; push: number };
  dropped: number;
  /** By the list of alerts, and by the link or the token of a message. */
  stopped: { byList: number; byMessage: number };
  /** The longest time from the beginning of a transaction that reads a price to the arrival of its message. */
  handOverMs: number;
  /** Empty if each event made one message, none was false, and none came after a stop. */
  faults: string[];
}

interface Watch extends AlertWatch {
  member: Member;
  channel: 'mail' | 'push';
}

const FULL_PRICE = 10_000;
const LOW_PRICE = 5_000;
const OFFERS = 8;
const SETTLE_MS = 600_000;
/** `query_canceled` of PostgreSQL. */
const STATEMENT_TIMEOUT = '57014';

/** Prices of a few offers change without a pause while customers wait for them, stop their alerts and get messages. */
export async function alertDuringPriceChanges(shop: ShopAccess, options: AlertsOptions): Promise<AlertsResult> {
  const { customers, changes, seed, damage } = options;
  const random = createRandom(seed);
  const offers = await prepareOffers(shop);
  const watches = await createWatches(shop, offers, customers, random);
  const ids = new Set(watches.map(({ alertId }) => alertId));
  const inbox = createInbox(shop);
  const events = createAlertEventsService({
    db: shop.database,
    jobs,
    channels: [
      createPushChannel({ send: async () => 'gone' }),
      createMailChannel({
        mailer: { send: () => Promise.reject(new Error('not called')), close() {} },
        storeName: '',
        publicUrl: shop.url,
      }),
    ],
    quietHours: 0,
  });
  const hook = damage === 'no-second-look' ? skipSecondLook(watches) : undefined;
  let isRunning = true;
  let longestRound = 0;
  const workers = [1, 2].map(async () => {
    for (let began = Date.now(); isRunning; ) {
      if (!(await work(events))) continue;
      longestRound = Math.max(longestRound, Date.now() - began);
      began = Date.now();
    }
  });

  const stopped = { byList: 0, byMessage: 0 };
  const faults: string[] = [];
  let changesPerMinute = 0;
  try {
    // A customer needs a message to stop the alert from it.
    for (const offer of offers) await setPrice(shop, offer, LOW_PRICE);
    await until(async () => {
      await inbox.look();
      return new Set(inbox.of(ids).map(({ channel }) => channel)).size === 2;
    });
    const began = Date.now();
    for (let made = 0; made < changes; made += 1) {
      const offer = pickRandom(offers, random);
      await setPrice(shop, offer, LOW_PRICE + Math.floor(random() * 5_001));
      await inbox.lookSometimes();
      if (made % 50 === 0) await skipLimits(shop);
      if (random() < (0.5 * customers) / changes) {
        const wanted = stopped.byMessage < stopped.byList ? 'byMessage' : 'byList';
        const { way, fault } = await stopOne(shop, { watches, inbox, wanted, random });
        if (fault) faults.push(fault);
        stopped[way] += 1;
      }
    }
    changesPerMinute = Math.round((changes * 60_000) / (Date.now() - began));
    if (damage === 'false-messages') await addFalseEvents(shop, watches);
    await settle(shop, events, inbox);
  } finally {
    isRunning = false;
    await Promise.all(workers);
  }
  await settle(shop, events, inbox);
  hook?.remove();

  await inbox.look();
  const [received, sent] = [await inbox.received(ids), await inbox.countSent(ids)];
  if (received.length < sent) faults.push(`${sent} messages are noted as sent, ${received.length} arrived`);
  const { rows } = await sql<{ dropped: number }>`
    SELECT count(*)::integer AS dropped FROM alert_message WHERE status = 'dropped'`.execute(shop.database);
  const count = (channel: Watch['channel']) => inbox.of(ids).filter((one) => one.channel === channel).length;
  return {
    changes,
    changesPerMinute,
    messages: { mail: count('mail'), push: count('push') },
    dropped: rows[0]?.dropped ?? 0,
    stopped,
    handOverMs: Math.max(...received.map(({ at, readFrom = at }) => at - readFrom)),
    // A change waits for the round that runs and is taken by the next one.
    faults: [...faults, ...findAlertFaults(watches, received, 2 * longestRound)],
  };
}

/** Every second customer by mail. */
async function createWatches(
  shop: ShopAccess,
  offers: readonly AlertWatch['offer'][],
  customers: number,
  random: () => number,
): Promise<Watch[]> {
  const members = await createMembers(shop, customers);
  await sql`UPDATE account SET email = login || '@example.com', email_confirmed_at = now()
    WHERE id = ANY (${members.map(({ accountId }) => accountId)}::bigint[])`.execute(shop.database);
  const watches: Watch[] = [];
  await forEachConcurrently(members, 8, async (member, index) => {
    const offer = pickRandom(offers, random);
    const threshold = 6_000 + Math.floor(random() * 3_500);
    watches.push(await waitForPrice(shop, { member, offer, threshold, channel: index % 2 === 0 ? 'mail' : 'push' }));
  });
  return watches;
}

async function prepareOffers({ database }: ShopAccess): Promise<AlertWatch['offer'][]> {
  const rows = await database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .orderBy('id')
    .limit(OFFERS)
    .execute();
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE product SET price_cents = ${FULL_PRICE}, price_with_discount_cents = ${FULL_PRICE}, available = true
    WHERE id = ANY (${ids}::integer[])`.execute(database);
  return ids.map((id) => ({ id, prices: [{ price: FULL_PRICE, from: 0, until: Number.POSITIVE_INFINITY }] }));
}

async function waitForPrice(
  shop: ShopAccess,
  { member, offer, threshold, channel }: Pick<Watch, 'member' | 'offer' | 'threshold' | 'channel'>,
): Promise<Watch> {
  if (channel === 'push') await subscribe(shop, member);
  const body = { kind: 'price-below', productId: offer.id, threshold, currency: 'USD', channels: [channel] };
  const { status, body: alert } = await ask<{ id: number }>(shop, member, 'POST', '/api/v1/user/alerts', { body });
  if (status >= 300) throw new Error(`no alert: ${status}`);
  return { alertId: alert.id, member, offer, threshold, channel, stoppedAt: undefined };
}

async function subscribe(shop: ShopAccess, member: Member): Promise<void> {
  const made = await fetch(`${shop.sandboxUrl}/push/subscriptions`, { method: 'POST' });
  const { endpoint, keys } = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
  const body = { endpoint, ...keys };
  const { status } = await ask(shop, member, 'POST', '/api/v1/user/push-subscriptions', { body });
  if (status >= 300) throw new Error(`no subscription: ${status}`);
}

/** The moments around the commit: between them both prices may be read. */
async function setPrice({ database }: ShopAccess, offer: AlertWatch['offer'], price: number): Promise<void> {
  const from = Date.now();
  await sql`UPDATE product SET price_with_discount_cents = ${price} WHERE id = ${offer.id}`.execute(database);
  const last = offer.prices.at(-1);
  if (last) last.until = Date.now();
  offer.prices.push({ price, from, until: Number.POSITIVE_INFINITY });
}

interface Stopping {
  watches: readonly Watch[];
  inbox: Inbox;
  wanted: 'byList' | 'byMessage';
  random: () => number;
}

interface Stopped {
  way: Stopping['wanted'];
  /** What is wrong with the answer. */
  fault: string | undefined;
}

/** Stops by the list while none of the open alerts has a message. */
async function stopOne(shop: ShopAccess, { watches, inbox, wanted, random }: Stopping): Promise<Stopped> {
  const open = watches.filter(({ stoppedAt }) => stoppedAt === undefined);
  const stops = new Map(inbox.of(new Set(open.map(({ alertId }) => alertId))).map((one) => [one.alertId, one.stop]));
  const notified = open.filter(({ alertId }) => stops.has(alertId));
  const way = wanted === 'byMessage' && notified.length > 0 ? 'byMessage' : 'byList';
  const watch = pickRandom(way === 'byList' ? open : notified, random);
  const answer = await sendStop(shop, watch, way === 'byList' ? undefined : stops.get(watch.alertId));
  watch.stoppedAt = Date.now();
  return { way, fault: answer.ok ? undefined : `alert ${watch.alertId}: the stop was answered with ${answer.status}` };
}

function sendStop(
  { url }: ShopAccess,
  { alertId, member }: Watch,
  stop: { url: string } | { token: string } | undefined,
) {
  if (!stop) return fetch(`${url}/api/v1/user/alerts/${alertId}`, { method: 'DELETE', headers: member.headers });
  // As a mail program does (RFC 8058).
  if ('url' in stop) {
    return fetch(stop.url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  }
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/v1/alerts/stop`, { method: 'POST', headers, body: JSON.stringify(stop) });
}

/**
 * A message says the price of the last event instead of reading it. The statement that locks the message comes before the one
 * that reads the offer, on the same connection.
 */
function skipSecondLook(watches: readonly Watch[]): StatementHook {
  const alerts = new WeakMap<pg.Client, number>();
  return hookStatements(async ({ text, client, send }) => {
    const result = (await send()) as { rows?: Record<string, unknown>[] };
    if (text.includes('FOR UPDATE OF alert, message')) {
      const alertId = result.rows?.[0]?.['alert_id'];
      if (typeof alertId === 'number') alerts.set(client, alertId);
    } else if (text.includes('FROM product JOIN game') && alerts.has(client)) {
      const watch = watches.find(({ alertId }) => alertId === alerts.get(client));
      alerts.delete(client);
      const price = watch?.offer.prices[eventsOf(watch).at(-1) ?? -1]?.price;
      for (const row of result.rows ?? []) row['price_with_discount_cents'] = price ?? row['price_with_discount_cents'];
    }
    return result;
  });
}

/** The price of the offer is low, and the customer was notified about it already or never waited for it. */
async function addFalseEvents({ database }: ShopAccess, watches: readonly Watch[]): Promise<void> {
  const watch = watches.find(({ stoppedAt, channel }) => stoppedAt === undefined && channel === 'push');
  if (!watch) return;
  const target = watch.threshold - 1;
  await sql`ALTER TABLE product DISABLE TRIGGER product_alerts_changed`.execute(database);
  await setPrice({ database } as ShopAccess, watch.offer, target);
  await sql`ALTER TABLE product ENABLE TRIGGER product_alerts_changed`.execute(database);
  for (let index = 0; index < watch.offer.prices.length + 1; index += 1) {
    await sql`INSERT INTO alert_event (alert_id, product_id, due_at, released_at)
      VALUES (${watch.alertId}, ${watch.offer.id}, now(), now())`.execute(database);
  }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alert_message (event_id, account_id, channel, target)
    SELECT event.id, alert.account_id, 'push', push_subscription.id::text FROM alert_event AS event
    JOIN alert ON alert.id = event.alert_id JOIN push_subscription ON push_subscription.account_id = alert.account_id
    WHERE alert.id = ${watch.alertId} ON CONFLICT DO NOTHING RETURNING id`.execute(database);
  for (const { id } of rows)
    await database
      .insertInto('outbox')
      .values({ queue: 'alert-messages', data: { messageId: id } })
      .execute();
}

/** The worker of the store keeps the quiet hours after a message, and a customer gets a limited number of them in a day. */
async function skipLimits({ database }: ShopAccess): Promise<void> {
  await sql`UPDATE alert_event SET due_at = now() WHERE released_at IS NULL AND due_at > now()`.execute(database);
  await sql`UPDATE alert_message SET created_at = created_at - interval '2 days'
    WHERE status <> 'waiting' AND created_at > now() - interval '1 day'`.execute(database);
}

type Events = ReturnType<typeof createAlertEventsService>;

/** False when a statement took too long, as on a busy machine. The worker of the store begins again after it, too. */
async function work(events: Events): Promise<boolean> {
  try {
    await events.collect();
    await events.release();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === STATEMENT_TIMEOUT) return false;
    throw error;
  }
}

/** Until no change, no event and no message waits. */
async function settle(shop: ShopAccess, events: Events, inbox: Inbox): Promise<void> {
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; ) {
    await skipLimits(shop);
    await work(events);
    await inbox.lookSometimes();
    const { rows } = await sql<{ n: number }>`
      SELECT ((SELECT count(*) FROM alert_change) + (SELECT count(*) FROM alert_event WHERE released_at IS NULL)
        + (SELECT count(*) FROM alert_message WHERE status = 'waiting'))::integer AS n`.execute(shop.database);
    if (rows[0]?.n === 0) return;
  }
  throw new Error('alerts still wait');
}
