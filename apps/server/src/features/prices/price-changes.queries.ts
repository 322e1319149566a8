import type { PriceChangeStatus } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface NewPrice {
  productId: number;
  /** Of the prices that the operator saw. */
  version: number;
  priceCents: number;
  discountPriceCents: number;
}

/** In the order of their ids, so that two changes do not wait for each other. A sale only reads these rows. */
export async function lockPrices(db: Connection, productIds: readonly number[]) {
  const { rows } = await sql<{ id: number; version: number; priceCents: number; discountPriceCents: number }>`
    SELECT id, price_version AS version, price_cents AS "priceCents", price_with_discount_cents AS "discountPriceCents"
    FROM product WHERE id = ANY (${productIds}::integer[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

/** The action that the audit log has for a change with a later start. */
export const PLANNED = 'prices schedule';

interface NewChange {
  title: string;
  /** Undefined: now, by the clock of the database. */
  startsAt: Date | undefined;
  endsAt: Date | undefined;
  createdBy: string;
}

/** Returns whether its start has come. Inserts nothing when its end is past or not after its start. */
export async function insertChange(
  db: Connection,
  change: NewChange,
): Promise<{ id: number; isDue: boolean } | undefined> {
  const { rows } = await sql<{ id: number; isDue: boolean }>`
    INSERT INTO price_change (title, status, starts_at, ends_at, created_by)
    SELECT ${change.title}, 'scheduled', starts_at, ends_at, ${change.createdBy}
    FROM (SELECT coalesce(${change.startsAt ?? null}::timestamptz, now()) AS starts_at,
      ${change.endsAt ?? null}::timestamptz AS ends_at) AS times
    WHERE ends_at IS NULL OR ends_at > greatest(starts_at, now())
    RETURNING id, starts_at <= now() AS "isDue"`.execute(db);
  return rows[0];
}

/** The old prices are those of the products, which the caller has locked. */
export async function insertItems(db: Connection, changeId: number, items: readonly NewPrice[]): Promise<void> {
  await sql`
    INSERT INTO price_change_item (price_change_id, product_id, old_price_cents, old_discount_price_cents,
      new_price_cents, new_discount_price_cents)
    SELECT ${changeId}, product.id, product.price_cents, product.price_with_discount_cents, part.price, part.discount_price
    FROM unnest(${items.map(({ productId }) => productId)}::integer[],
      ${items.map(({ priceCents }) => priceCents)}::integer[],
      ${items.map(({ discountPriceCents }) => discountPriceCents)}::integer[]) AS part (id, price, discount_price)
    JOIN product ON product.id = part.id`.execute(db);
}

/**
 * Locks the offers of a change before they are compared and written, in a statement by itself. So changes of one offer come one
 * after the other, and each sees what the one before has written.
 */
async function lockItems(db: Connection, changeId: number): Promise<void> {
  await sql`
    SELECT FROM product WHERE id IN (SELECT product_id FROM price_change_item WHERE price_change_id = ${changeId})
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

/**
 * Writes the new prices of a change where the prices are still its old ones. The triggers of product empty the caches and
 * refresh the summaries of games. Returns how many offers it changed. The rule of schedules is in ADR 022.
 */
export async function applyItems(db: Connection, changeId: number): Promise<number> {
  await lockItems(db, changeId);
  const { rows } = await sql<{ written: number }>`
    WITH written AS (
      UPDATE product SET price_cents = new_price_cents, price_with_discount_cents = new_discount_price_cents,
        price_version = ${nextVersion}
      FROM price_change_item AS item
      WHERE item.price_change_id = ${changeId} AND item.product_id = product.id
        AND (price_cents, price_with_discount_cents) = (old_price_cents, old_discount_price_cents)
      RETURNING product.id, product.price_version
    ), noted AS (
      UPDATE price_change_item SET applied_version = written.price_version FROM written
      WHERE price_change_id = ${changeId} AND product_id = written.id RETURNING product_id
    )
    SELECT count(*)::integer AS written FROM noted`.execute(db);
  // Planned changes wait on the prices of a sale while it is in force.
  await sql`
    UPDATE price_change_item AS waiting
    SET old_price_cents = item.new_price_cents, old_discount_price_cents = item.new_discount_price_cents
    FROM price_change_item AS item
    WHERE item.price_change_id = ${changeId} AND item.applied_version IS NOT NULL AND ${waitsOnSale}
      AND (waiting.old_price_cents, waiting.old_discount_price_cents) = (item.old_price_cents, item.old_discount_price_cents)`.execute(
    db,
  );
  return rows[0]?.written ?? 0;
}

/** Grows also when the prices stay the same, so that changes of an offer have an order. */
const nextVersion = sql`price_version + 1`;

/** `item` is of a sale, a change with an end, and `waiting` of another change of the same offer that has not started. */
const waitsOnSale = sql`
  waiting.product_id = item.product_id AND waiting.price_change_id <> item.price_change_id
    AND EXISTS (SELECT FROM price_change WHERE id = waiting.price_change_id AND status = 'scheduled')
    AND EXISTS (SELECT FROM price_change WHERE id = item.price_change_id AND ends_at IS NOT NULL)`;

/**
 * Writes the old prices back where nothing newer was written. Returns how many offers it changed and how many it left alone.
 * Changes of one offer that overlap are a chain, each with the prices of the one before as its old prices. The change that
 * ends leaves the chain: the next one gets its old prices, or the one before is in force again. Planned changes that waited on
 * its prices wait on its old ones.
 */
export async function restoreItems(db: Connection, changeId: number): Promise<{ restored: number; kept: number }> {
  await lockItems(db, changeId);
  const { rows } = await sql<{ restored: number; kept: number }>`
    WITH written AS (
      UPDATE product SET price_cents = old_price_cents, price_with_discount_cents = old_discount_price_cents,
        price_version = ${nextVersion}
      FROM price_change_item AS item
      WHERE item.price_change_id = ${changeId} AND item.product_id = product.id AND price_version = applied_version
      RETURNING product.id
    ), noted AS (
      UPDATE price_change_item SET is_restored = product_id IN (SELECT id FROM written)
      WHERE price_change_id = ${changeId} AND applied_version IS NOT NULL RETURNING is_restored
    )
    SELECT (count(*) FILTER (WHERE is_restored))::integer AS restored,
      (count(*) FILTER (WHERE NOT is_restored))::integer AS kept FROM noted`.execute(db);
  await sql`
    UPDATE price_change_item AS next
    SET old_price_cents = item.old_price_cents, old_discount_price_cents = item.old_discount_price_cents
    FROM price_change_item AS item
    WHERE item.price_change_id = ${changeId} AND NOT item.is_restored AND next.product_id = item.product_id
      AND next.price_change_id = (${neighbourOf(sql`other.applied_version > item.applied_version`, sql`ASC`)})
      AND (next.old_price_cents, next.old_discount_price_cents) = (item.new_price_cents, item.new_discount_price_cents)`.execute(
    db,
  );
  await sql`
    UPDATE price_change_item AS previous SET applied_version = product.price_version
    FROM price_change_item AS item JOIN product ON product.id = item.product_id
    WHERE item.price_change_id = ${changeId} AND item.is_restored AND previous.product_id = item.product_id
      AND previous.price_change_id = (${neighbourOf(sql`other.applied_version < item.applied_version`, sql`DESC`)})
      AND (previous.new_price_cents, previous.new_discount_price_cents) = (price_cents, price_with_discount_cents)`.execute(
    db,
  );
  await sql`
    UPDATE price_change_item AS waiting
    SET old_price_cents = item.old_price_cents, old_discount_price_cents = item.old_discount_price_cents
    FROM price_change_item AS item JOIN product ON product.id = item.product_id
    WHERE item.price_change_id = ${changeId} AND item.applied_version IS NOT NULL AND ${waitsOnSale}
      AND (waiting.old_price_cents, waiting.old_discount_price_cents) = (item.new_price_cents, item.new_discount_price_cents)
      AND (waiting.old_price_cents, waiting.old_discount_price_cents) <> (price_cents, price_with_discount_cents)`.execute(
    db,
  );
  return rows[0] ?? { restored: 0, kept: 0 };
}

/** The change of the same offer that was applied next to `item`, of those that are not closed. */
const neighbourOf = (isOnThatSide: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  SELECT other.price_change_id FROM price_change_item AS other JOIN price_change ON price_change.id = other.price_change_id
  WHERE other.product_id = item.product_id AND price_change.status = 'applied' AND ${isOnThatSide}
  ORDER BY other.applied_version ${order} LIMIT 1`;

export async function setApplied(db: Connection, id: number): Promise<void> {
  await sql`UPDATE price_change SET status = 'applied', applied_at = now() WHERE id = ${id}`.execute(db);
}

export async function setClosed(
  db: Connection,
  id: number,
  status: Exclude<PriceChangeStatus, 'scheduled' | 'applied'>,
): Promise<void> {
  await sql`UPDATE price_change SET status = ${status}, closed_at = now() WHERE id = ${id}`.execute(db);
}

export async function lockChange(db: Connection, id: number) {
  const { rows } = await sql<{ title: string; status: PriceChangeStatus }>`
    SELECT title, status FROM price_change WHERE id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

/**
 * Locks the changes that an operator has planned and that have not begun, in the order of their ids. A change has the name of its
 * author only, which two may share, and the audit log knows who it was.
 */
export async function lockPlannedBy(db: Connection, operatorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM price_change AS change
    WHERE status = 'scheduled' AND EXISTS (
      SELECT FROM audit_entry WHERE subject = 'price change ' || change.id AND action = ${PLANNED} AND actor_id = ${operatorId})
    ORDER BY id FOR UPDATE`.execute(db);
  return rows.map(({ id }) => id);
}

/** For one worker at a time, so that starts and ends happen in the order of their times. False when another one has it. */
export async function tryLockSchedule(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('price-schedule')) AS locked`.execute(db);
  return rows[0]?.locked ?? false;
}

export interface DueChange {
  id: number;
  title: string;
  status: PriceChangeStatus;
  step: 'start' | 'end' | 'miss';
}

/**
 * The change whose start or end has come first by the clock of the database. An end comes before a start of the same time, so
 * that one sale can follow another. One that an operator is undoing is left out.
 */
export async function lockDueChange(db: Connection) {
  const { rows } = await sql<DueChange>`
    SELECT id, title, status,
      CASE WHEN status = 'applied' THEN 'end' WHEN ends_at <= now() THEN 'miss' ELSE 'start' END AS step
    FROM price_change
    WHERE (status = 'scheduled' AND starts_at <= now()) OR (status = 'applied' AND ends_at <= now())
    ORDER BY CASE WHEN status = 'applied' THEN ends_at ELSE starts_at END, status, id
    LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0];
}

const COUNTS = sql`
  (SELECT count(*)::integer FROM price_change_item WHERE price_change_id = change.id) AS products,
  (SELECT count(*)::integer FROM price_change_item WHERE price_change_id = change.id AND change.applied_at IS NOT NULL
    AND (applied_version IS NULL OR NOT is_restored)) AS conflicts`;

export interface PriceChangeSummary {
  id: number;
  title: string;
  status: PriceChangeStatus;
  startsAt: Date;
  endsAt: Date | null;
  createdBy: string;
  createdAt: Date;
  appliedAt: Date | null;
  closedAt: Date | null;
  products: number;
  /** Offers that it did not change, or did not change back, because a colleague changed them meanwhile. */
  conflicts: number;
}

const SUMMARY = sql`change.id, change.title, change.status, change.starts_at AS "startsAt", change.ends_at AS "endsAt",
  change.created_by AS "createdBy", change.created_at AS "createdAt", change.applied_at AS "appliedAt",
  change.closed_at AS "closedAt", ${COUNTS}`;

export async function listChanges(db: Connection, before: number | undefined, limit: number) {
  const { rows } = await sql<PriceChangeSummary>`
    SELECT ${SUMMARY} FROM price_change AS change
    WHERE ${before ?? null}::integer IS NULL OR change.id < ${before ?? null} ORDER BY change.id DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findChange(db: Connection, id: number) {
  const { rows } = await sql<PriceChangeSummary>`
    SELECT ${SUMMARY} FROM price_change AS change WHERE change.id = ${id}`.execute(db);
  return rows[0];
}

export interface PriceChangeItem {
  productId: number;
  name: string;
  oldPriceCents: number;
  oldDiscountPriceCents: number;
  newPriceCents: number;
  newDiscountPriceCents: number;
  presentPriceCents: number;
  presentDiscountPriceCents: number;
  isApplied: boolean;
  isRestored: boolean | null;
  /** Whether a newer change is in force, which an undo leaves alone. */
  isNewer: boolean;
}

export async function listItems(db: Connection, changeId: number): Promise<PriceChangeItem[]> {
  const { rows } = await sql<PriceChangeItem>`
    SELECT product_id AS "productId", product.name, old_price_cents AS "oldPriceCents",
      old_discount_price_cents AS "oldDiscountPriceCents", new_price_cents AS "newPriceCents",
      new_discount_price_cents AS "newDiscountPriceCents", product.price_cents AS "presentPriceCents",
      product.price_with_discount_cents AS "presentDiscountPriceCents", applied_version IS NOT NULL AS "isApplied",
      is_restored AS "isRestored", coalesce(price_version <> applied_version, false) AS "isNewer"
    FROM price_change_item JOIN product ON product.id = product_id
    WHERE price_change_id = ${changeId} ORDER BY sort_name, product_id`.execute(db);
  return rows;
}
