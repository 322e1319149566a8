import type { TopUpEntry } from '@oyna/sandboxes/top-up-sandbox';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';

export type SupplierBooks = Record<'g-engine' | 'g2bulk', TopUpEntry[]>;

export async function readSupplierBooks(sandboxUrl: string): Promise<SupplierBooks> {
  const books = (await (await fetch(`${sandboxUrl}/books.json`)).json()) as Partial<SupplierBooks>;
  return { 'g-engine': books['g-engine'] ?? [], g2bulk: books.g2bulk ?? [] };
}

interface OurTopUp {
  code: string;
  supplier: string;
  account: string;
  amount: number | null;
  currency: string | null;
  item: string | null;
  cost_cents: number | null;
  is_delivered: boolean;
}

/** Compares each top-up in both directions: credited by the supplier means delivered here, once, and the reverse. */
export async function compareSupplierBooks(database: Database, books: SupplierBooks): Promise<string[]> {
  const { rows } = await sql<OurTopUp>`
    SELECT top_up.code, top_up.supplier, top_up.account, top_up.cost_cents, top_up.status = 1 AS is_delivered,
      quote.currency, CASE quote.service WHEN 'steam' THEN quote.amount * 100 END AS amount,
      CASE quote.service WHEN 'pubg' THEN quote.name END AS item
    FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id`.execute(database);
  const ours = new Map(rows.map((topUp) => [topUp.code, topUp]));
  const credited = new Set<string>();
  const faults: string[] = [];
  for (const [supplier, entries] of Object.entries(books)) {
    for (const entry of entries) {
      const { code } = entry;
      const topUp = ours.get(code);
      const name = `${supplier} credited ${code}`;
      if (credited.has(code)) faults.push(`${name} twice`);
      else if (!topUp) faults.push(`${name}, which does not exist`);
      else if (!topUp.is_delivered) faults.push(`${name}, which is not delivered here`);
      else if (topUp.supplier !== supplier || !isSame(topUp, entry)) {
        faults.push(`${name} as ${JSON.stringify(entry)}: ${JSON.stringify(topUp)}`);
      }
      credited.add(code);
    }
  }
  const missing = rows.filter(({ code, is_delivered: isDelivered }) => isDelivered && !credited.has(code));
  return [...faults, ...missing.map(({ supplier, code }) => `${supplier} credited nothing for ${code}`)];
}

const isSame = (ours: OurTopUp, theirs: TopUpEntry) =>
  ours.account === theirs.account &&
  ours.amount === theirs.amount &&
  ours.currency === theirs.currency &&
  ours.item === theirs.item &&
  ours.cost_cents === theirs.costCents;
