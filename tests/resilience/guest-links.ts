import { randomBytes } from 'node:crypto';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { createCode } from '../../apps/server/src/features/codes/codes.service.ts';
import { createClaimToken } from '../../apps/server/src/platform/claim-token.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { ask, buyOne, type Customer, retryWhileBusy } from './buyer.ts';
import { beginAsGuest, ownAddress } from './guests.ts';
import { findFaults } from './invariant-check.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

interface GuestLinks {
  guesses: number;
  atOnce: number;
  seed: number;
}

type Kind = 'random' | 'changed' | 'expired' | 'renewed' | 'taken-over' | 'stolen';

interface Attempt {
  kind: Kind;
  token: string;
}

const ORDERS = 6;
const VISITOR = { headers: {} } as Customer;

/**
 * Links of guests' orders are guessed, changed, used after their end, after a renewal and after a take-over, and stolen: by
 * visitors, other guests and members, with guessed codes. None opens an order, and no session is opened. The true code of
 * the stolen link, which is among no guesses, opens its order at the end.
 */
export async function guessLinks(shop: ShopAccess, { guesses, atOnce, seed }: GuestLinks) {
  const random = createRandom(seed);
  const faults: string[] = [];
  const counts: Partial<Record<Kind, number>> = {};
  const { links, stolenId } = await createLinks(shop);
  const codes = keepCodes(shop, stolenId);
  await codes.renew();
  const strangers = [VISITOR, await beginAsGuest(shop), ...(await createMembers(shop, 1))];
  const before = await countAccess(shop);

  const plan = Array.from({ length: guesses }, () => ({ ...drawAttempt(links, random), chance: random() }));
  await forEachConcurrently(plan, atOnce, async ({ kind, token, chance }) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const by = pickRandom(strangers, () => chance);
    const isCode = chance < 0.3;
    if (isCode && kind === 'stolen') await codes.countGuess();
    const guess = guessCode(chance, codes.current());
    const answer = await retryWhileBusy(() =>
      isCode
        ? confirm(shop, token, guess)
        : ask<Answer>(shop, by, 'POST', '/api/v1/order-link/open', { body: { token } }),
    );
    const fault = faultOfGuess(kind, isCode, answer);
    if (fault) faults.push(`${kind} ${token}: ${fault}`);
  });

  const after = await countAccess(shop);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    faults.push(`access changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
  }
  await codes.renew();
  const own = await retryWhileBusy(() => confirm(shop, links.stolen, codes.current()));
  if (own.status !== 200 || !own.body.token) faults.push(`the true code was answered with ${own.status}`);
  return { counts, codes: codes.counts, faults: [...faults, ...(await findFaults(shop))] };
}

const confirm = (shop: ShopAccess, token: string, code: string) =>
  ask<Answer>(shop, VISITOR, 'POST', '/api/v1/order-link/confirm', { body: { token, code } });

/** A code ends after five wrong ones. */
const GUESSES_PER_CODE = 5;

/** The code to the mailbox of the stolen link, made as the worker makes it when a visitor asks for one. */
function keepCodes({ database }: ShopAccess, accountId: number) {
  /** `tried`: guesses that a code was there to be compared with. */
  const counts = { made: 0, guesses: 0, tried: 0 };
  let current = '';

  async function renew(): Promise<void> {
    const { rows } = await sql<{ used: number }>`
      SELECT ${GUESSES_PER_CODE} - attempts_left AS used FROM account_code
      WHERE account_id = ${accountId} AND purpose = 'order'`.execute(database);
    counts.tried += rows[0]?.used ?? 0;
    counts.made += 1;
    current = await createCode(database, { accountId, purpose: 'order', target: 'guest@example.com' });
  }

  return {
    counts,
    renew,
    current: () => current,
    async countGuess(): Promise<void> {
      if (counts.guesses++ % GUESSES_PER_CODE === 0) await renew();
    },
  };
}

interface Answer {
  state?: string;
  orderId?: string | null;
  token?: string;
  code?: string;
}

/** What is wrong with an answer. */
export function faultOfGuess(
  kind: Kind,
  isCode: boolean,
  { status, body }: { status: number; body: Answer },
): string | undefined {
  if (body.token !== undefined || (body.orderId ?? null) !== null) return `opened: ${JSON.stringify(body)}`;
  const wanted =
    { 'taken-over': isCode ? 409 : 'sign-in', stolen: isCode ? 'code-invalid' : 'code' }[kind as string] ?? 404;
  const got = [status, body.state, body.code];
  return got.includes(wanted) ? undefined : `answered ${JSON.stringify(got)}, not ${wanted}`;
}

type Links = Record<Exclude<Kind, 'random'>, string>;

/** One paid order for each kind of link. */
async function createLinks(shop: ShopAccess): Promise<{ links: Links; stolenId: number }> {
  const productId = await stockProduct(shop.database, ORDERS);
  const guests: Member[] = [];
  const orders: { id: number; token: string }[] = [];
  for (let order = 0; order < ORDERS - 1; order++) {
    const guest = await beginAsGuest(shop);
    const { outcome } = await buyOne(shop, guest, productId, 'epoint');
    if (outcome !== 'bought') throw new Error(outcome);
    const { token, hash } = createClaimToken();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO order_link (token_hash, payment_id, channel, expires_at)
      SELECT ${hash}, id, 'mail', now() + interval '1 day' FROM payment WHERE account_id = ${guest.accountId}
      RETURNING payment_id AS id`.execute(shop.database);
    guests.push(guest);
    orders.push({ id: rows[0]?.id ?? 0, token });
  }
  const [changed, expired, renewed, takenOver, stolen] = orders as [Order, Order, Order, Order, Order];
  await sql`UPDATE order_link SET expires_at = now() WHERE payment_id = ${expired.id}`.execute(shop.database);
  await sql`DELETE FROM order_link WHERE payment_id = ${renewed.id}`.execute(shop.database);
  const [owner] = await createMembers(shop, 1);
  if (!owner || !guests[3] || !guests[4]) throw new Error('there is no owner');
  await ownAddress(shop, owner, guests[3].accountId);
  await ask(shop, owner, 'POST', '/api/v1/order-link/open', { body: { token: takenOver.token } });
  const links = {
    changed: changed.token,
    expired: expired.token,
    renewed: renewed.token,
    'taken-over': takenOver.token,
    stolen: stolen.token,
  };
  return { links, stolenId: guests[4].accountId };
}

type Order = { id: number; token: string };

function drawAttempt(links: Links, random: () => number): Attempt {
  const kind = pickRandom(
    ['random', 'random', 'changed', 'changed', 'expired', 'renewed', 'taken-over', 'stolen'],
    random,
  );
  if (kind === 'random') return { kind, token: randomBytes(16).toString('base64url') };
  if (kind !== 'changed') return { kind: kind as Kind, token: links[kind as keyof Links] };
  return { kind, token: change(links.changed, random) };
}

/** One character is another one, is missing, is added, or is in another case. */
function change(token: string, random: () => number): string {
  const place = Math.floor(random() * token.length);
  const [head, at, tail] = [token.slice(0, place), token[place] ?? '', token.slice(place + 1)];
  const swapped = at === at.toLowerCase() ? at.toUpperCase() : at.toLowerCase();
  const other = at === 'x' ? 'y' : 'x';
  return pickRandom(
    [head + other + tail, head + tail, `${token}x`, swapped === at ? `${token} ` : head + swapped + tail],
    random,
  );
}

/** Six digits, and not the true ones. */
function guessCode(chance: number, truth: string): string {
  const text = (number: number) => String(number % 1_000_000).padStart(6, '0');
  const guess = Math.floor(chance * 3e6);
  return text(guess) === truth ? text(guess + 1) : text(guess);
}

/** Openings of keys, and sessions of guests. */
async function countAccess({ database }: ShopAccess) {
  const { rows } = await sql`SELECT (SELECT count(*)::integer FROM key_reveal) AS opened,
    (SELECT count(*)::integer FROM account_session WHERE is_guest) AS sessions`.execute(database);
  return rows[0];
}
