import { type AlertChannelName, type AlertKind, isAlertMet, MAX_ALERTS } from '@oyna/domain/alerts';
import type { ListedCurrency } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import { offerAlertOf, seenOffer } from './alert-content.ts';
import { holdOffer, holdRates, listOffers, listRates } from './alert-offers.queries.ts';
import * as queries from './alerts.queries.ts';
import type { StopTokens } from './stop-token.ts';

const WRITES = { name: 'alert-writes', max: 120, minutes: 60 };

export interface WantedAlert {
  kind: AlertKind;
  productId?: number | undefined;
  /** In hundredths of the currency. */
  threshold?: number | undefined;
  currency: ListedCurrency;
  channels: readonly AlertChannelName[];
}

interface AlertParts {
  db: Database;
  limits: Pick<RateLimits, 'take'>;
  catalogue: Pick<CatalogueService, 'listCards'>;
  tokens: StopTokens;
  /** The channels that this store has. */
  channels: readonly AlertChannelName[];
}

export type AlertsService = ReturnType<typeof createAlertsService>;

export function createAlertsService({ db, limits, catalogue, tokens, channels }: AlertParts) {
  return {
    async list(accountId: number) {
      const alerts = await withOffers(await queries.listAlerts(db, accountId));
      return { alerts, canMail: channels.includes('mail') && (await queries.isMailConfirmed(db, accountId)) };
    },

    /** Asked for twice, there is one alert with the later settings. What it waits for must not be true yet. */
    async save(accountId: number, wanted: WantedAlert) {
      check(wanted);
      await limits.take([WRITES, accountId]);
      const { kind, productId = null, threshold = null, currency } = wanted;
      const { row, isNew } = await inTransaction(db, async (transaction) => {
        const count = await queries.countAlerts(transaction, accountId);
        await checkChannels(transaction, accountId, wanted.channels);
        if (productId !== null) {
          const isMet = await isMetNow(transaction, { kind, threshold, currency, product_id: productId });
          if (isMet === undefined) throw new AppError('not-found', { field: 'productId' });
          if (isMet)
            throw new AppError(kind === 'price-below' ? 'alert-price-met' : 'alert-in-stock', { field: 'kind' });
        }
        const saved = await queries.saveAlert(transaction, {
          accountId,
          kind,
          productId,
          threshold,
          currency,
          channels: [...new Set(wanted.channels)],
        });
        if (saved.isNew && count >= MAX_ALERTS) throw new AppError('alert-limit');
        return saved;
      });
      return { isNew, alert: await oneWithOffer(row) };
    },

    async stop(accountId: number, id: number): Promise<void> {
      if (!(await queries.stopAlert(db, id, accountId))) throw new AppError('not-found', { field: 'id' });
    },

    /** By a link in a message. Said twice, it is stopped once. */
    async stopByToken(token: string) {
      const id = tokens.read(token);
      const row = id === undefined ? undefined : await queries.stopAlert(db, id);
      if (!row) throw new AppError('not-found', { field: 'token' });
      const [offer] = row.product_id === null ? [] : await listOffers(db, [row.product_id]);
      return { kind: row.kind, name: offer?.name ?? null };
    },

    /** Takes a stop back. What is true already makes no message. */
    async resume(accountId: number, id: number) {
      await limits.take([WRITES, accountId]);
      const row = await inTransaction(db, async (transaction) => {
        if ((await queries.countAlerts(transaction, accountId)) >= MAX_ALERTS) throw new AppError('alert-limit');
        const alert = await queries.findAlert(transaction, id);
        if (alert?.account_id !== accountId) throw new AppError('not-found', { field: 'id' });
        const isMet = (await isMetNow(transaction, alert)) ?? false;
        const resumed = await queries.resumeAlert(transaction, { id, accountId, isMet });
        if (!resumed) throw new AppError('state-conflict', { field: 'id' });
        return resumed;
      });
      return oneWithOffer(row);
    },
  };

  /** Under a lock on the offer and the rates. Undefined: there is no such offer. */
  async function isMetNow(
    transaction: Connection,
    alert: Pick<queries.AlertRow, 'kind' | 'threshold' | 'currency' | 'product_id'>,
  ): Promise<boolean | undefined> {
    const wanted = offerAlertOf(alert);
    if (!wanted || alert.product_id === null) return false;
    await holdOffer(transaction, alert.product_id);
    await holdRates(transaction);
    const [offer] = await listOffers(transaction, [alert.product_id]);
    const rate = (await listRates(transaction)).get(alert.currency);
    return offer && isAlertMet(wanted, seenOffer(offer, rate, alert.currency));
  }

  async function checkChannels(db: Connection, accountId: number, wanted: readonly string[]): Promise<void> {
    if (wanted.some((name) => !channels.some((channel) => channel === name))) {
      throw new AppError('invalid-parameter', { field: 'channels' });
    }
    const isMailOnly = wanted.every((name) => name === 'mail');
    if (isMailOnly && !(await queries.isMailConfirmed(db, accountId))) {
      throw new AppError('alert-mail-unconfirmed', { field: 'channels' });
    }
  }

  async function withOffers(rows: readonly queries.AlertRow[]) {
    const offers = new Map(
      (
        await listOffers(
          db,
          rows.flatMap(({ product_id: id }) => id ?? []),
        )
      ).map((offer) => [offer.id, offer]),
    );
    const cards = await catalogue.listCards([...new Set([...offers.values()].map(({ game_id: id }) => id))]);
    const byId = new Map(cards.map((card) => [card.id, card]));
    return rows.map((row) => {
      const offer = offers.get(row.product_id ?? 0);
      return {
        id: row.id,
        kind: row.kind,
        currency: row.currency,
        threshold: row.threshold,
        channels: row.channels,
        createdAt: row.created_at.toISOString(),
        offer: offer
          ? {
              id: offer.id,
              name: offer.name,
              priceWithDiscount: offer.price_with_discount_cents,
              available: offer.is_available,
            }
          : null,
        game: byId.get(offer?.game_id ?? 0) ?? null,
      };
    });
  }

  async function oneWithOffer(row: queries.AlertRow) {
    const [alert] = await withOffers([row]);
    if (!alert) throw new AppError('not-found', { field: 'id' });
    return alert;
  }
}

/** Which fields a kind has. */
function check({ kind, productId, threshold }: WantedAlert): void {
  if ((productId === undefined) !== (kind === 'discount-end')) {
    throw new AppError('invalid-parameter', { field: 'productId' });
  }
  if ((threshold === undefined) !== (kind !== 'price-below')) {
    throw new AppError('invalid-parameter', { field: 'threshold' });
  }
}
