import { ALERT_EVENTS_PER_DAY, ALERT_QUIET_HOURS, DISCOUNT_END_HOURS, nextAlertState } from '@oyna/domain/alerts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AlertChannel } from './alert-channels.ts';
import { offerAlertOf, seenOffer } from './alert-content.ts';
import * as queries from './alert-events.queries.ts';
import { listOffers, listRates, type OfferRow } from './alert-offers.queries.ts';
import type { AlertRow } from './alerts.queries.ts';

const OFFERS_AT_ONCE = 200;
const ALERTS_AT_ONCE = 1_000;
const EVENTS_AT_ONCE = 200;
const KEPT_DAYS = 90;

interface EventParts {
  db: Database;
  jobs: Jobs;
  channels: readonly Pick<AlertChannel, 'name' | 'queue' | 'listTargets'>[];
  quietHours?: number;
}

export type AlertEventsService = ReturnType<typeof createAlertEventsService>;

/** Turns changes of prices, stock and rates into events, and events into messages. Each step is one transaction. */
export function createAlertEventsService({ db, jobs, channels, quietHours = ALERT_QUIET_HOURS }: EventParts) {
  return {
    /** Looks at the alerts of what has changed. Several workers share the work. */
    async collect(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted && (await inTransaction(db, checkOffers)) === OFFERS_AT_ONCE);
      while (!signal?.aborted && (await inTransaction(db, checkRate)));
      while (!signal?.aborted && (await inTransaction(db, announceOneEnd)));
    },

    /** Makes the messages of events that are due: one job each. */
    async release(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted && (await inTransaction(db, releaseSome)) === EVENTS_AT_ONCE);
    },

    forgetOld: (signal?: AbortSignal) => queries.deleteOld(db, KEPT_DAYS, signal),
  };

  async function checkOffers(transaction: Connection): Promise<number> {
    const changes = await queries.takeOfferChanges(transaction, OFFERS_AT_ONCE);
    const byOffer = Map.groupBy(changes, ({ product_id: id }) => id);
    if (byOffer.size > 0)
      await updateAlerts(transaction, await queries.lockAlertsOf(transaction, [...byOffer.keys()]), byOffer);
    return changes.length;
  }

  async function checkRate(transaction: Connection): Promise<boolean> {
    const change = await queries.lockChangedRate(transaction);
    if (!change) return false;
    const { currency, after_id: after } = change;
    const alerts = await queries.lockAlertsIn(transaction, { currency, after, limit: ALERTS_AT_ONCE });
    await updateAlerts(transaction, alerts);
    const isLast = alerts.length < ALERTS_AT_ONCE;
    await queries.noteRateProgress(transaction, change.id, isLast ? undefined : alerts.at(-1)?.id);
    return true;
  }

  /** The alerts are locked first: what is read after that is at least as new as what a message or another worker saw. */
  async function updateAlerts(
    transaction: Connection,
    alerts: readonly AlertRow[],
    changes: ReadonlyMap<number, readonly queries.OfferChange[]> = new Map(),
  ): Promise<void> {
    const ids = [...new Set(alerts.flatMap(({ product_id: id }) => id ?? []))];
    const offers = new Map((await listOffers(transaction, ids)).map((offer) => [offer.id, offer]));
    const rates = await listRates(transaction);
    const states = alerts.flatMap((row) => {
      const [wanted, offer] = [offerAlertOf(row), offers.get(row.product_id ?? 0)];
      if (!wanted || !offer) return [];
      const seen = (state: typeof offer) => seenOffer(state, rates.get(row.currency), row.currency);
      const states = [...statesOf(offer, changes.get(offer.id)), offer].map(seen);
      const next = nextAlertState(row.is_met, wanted, states);
      return [{ id: row.id, wasMet: row.is_met, ...next }];
    });
    const moved = states.filter(({ isMet, wasMet }) => isMet !== wasMet);
    const idsOf = (list: typeof states) => list.map(({ id }) => id);
    await queries.setMet(transaction, idsOf(moved.filter(({ isMet }) => isMet)), true);
    await queries.setMet(transaction, idsOf(moved.filter(({ isMet }) => !isMet)), false);
    await queries.insertEvents(transaction, idsOf(states.filter(({ isDue }) => isDue)), quietHours);
  }

  async function announceOneEnd(transaction: Connection): Promise<boolean> {
    const id = await queries.lockEndingChange(transaction, DISCOUNT_END_HOURS);
    if (id !== undefined) await queries.announceEnd(transaction, id);
    return id !== undefined;
  }

  async function releaseSome(transaction: Connection): Promise<number> {
    const events = await queries.takeDueEvents(transaction, EVENTS_AT_ONCE);
    const wanted = withinLimit(events.filter(({ is_stopped: isStopped }) => !isStopped));
    if (wanted.length > 0)
      await queries.dropReplaced(
        transaction,
        wanted.map(({ id }) => id),
      );
    const accountIds = [...new Set(wanted.map(({ account_id: id }) => id))];
    for (const { name, queue, listTargets } of accountIds.length > 0 ? channels : []) {
      const targets = await listTargets(transaction, accountIds);
      const messages = wanted
        .filter((event) => event.channels.includes(name))
        .flatMap(({ id: eventId, account_id: accountId }) =>
          (targets.get(accountId) ?? []).map((target) => ({ eventId, accountId, channel: name, target })),
        );
      for (const messageId of await queries.insertMessages(transaction, messages)) {
        await jobs.send(transaction, queue, { messageId });
      }
    }
    return events.length;
  }
}

/** The offer as it was after each change. */
function statesOf(offer: OfferRow, changes: readonly queries.OfferChange[] = []): OfferRow[] {
  return changes.flatMap(({ price_with_discount_cents: price, is_available: isAvailable }) =>
    price === null || isAvailable === null
      ? []
      : { ...offer, price_cents: price, price_with_discount_cents: price, is_available: isAvailable },
  );
}

/** The first events of each account, up to what it may get in a day. */
function withinLimit(events: readonly queries.DueEvent[]): queries.DueEvent[] {
  const used = new Map<number, number>();
  return events.filter(({ account_id: accountId, recent }) => {
    const before = used.get(accountId) ?? recent;
    used.set(accountId, before + 1);
    return before < ALERT_EVENTS_PER_DAY;
  });
}
