/**
 * G2Bulk: UC for PUBG Mobile, by the player's number. One call creates and executes an order. Our idempotency
 * key prevents a second order for as long as G2Bulk remembers it. Its callbacks are not signed.
 */
import { createHash } from 'node:crypto';
import { hasKey } from '@oyna/domain/constants';
import {
  askSupplier,
  isSuccess,
  readCost,
  refused,
  type SupplierAnswer,
  type SupplierConnection,
  unreadable,
} from '../top-up-supplier.request.ts';
import {
  type AccountCheck,
  defineTopUpSupplier,
  type SupplierOrder,
  type TopUpOrder,
  type TopUpSupplier,
  TopUpSupplierError,
} from '../top-up-supplier.ts';
import { isRecord, quote, textOf } from '../wire.ts';

export interface G2bulkOptions {
  /** `https://api.g2bulk.com/v1`, or the address of the sandbox. */
  baseUrl: string;
  apiKey: string;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
  now?: (() => Date) | undefined;
}

const GAME = 'pubgm';
/** G2Bulk remembers keys for 30 minutes. The difference is for clocks that differ and for slow requests. */
const KEY_LASTS_MS = 25 * 60_000;
const MAX_NAME_LENGTH = 64;
const STATUSES = {
  PENDING: 'in-progress',
  PROCESSING: 'in-progress',
  COMPLETED: 'delivered',
  FAILED: 'failed',
  REFUNDED: 'failed',
} as const;
/** The namespace of the UUIDs that are made from our order codes (RFC 9562, version 5). */
const KEY_NAMESPACE = Buffer.from('6f796e61c3a94b7e9d1f2a5b8c7d6e4f', 'hex');

export function createG2bulk(options: G2bulkOptions): TopUpSupplier {
  const { now = () => new Date() } = options;
  const connection: SupplierConnection = { provider: 'G2Bulk', ...options };
  const post = (path: string, json: string, signal?: AbortSignal, headers: Record<string, string> = {}) =>
    askSupplier(connection, { method: 'POST', path, json, headers }, signal);

  async function checkAccount(account: string, signal?: AbortSignal): Promise<AccountCheck> {
    const answer = await post('/games/checkPlayerId', JSON.stringify({ game: GAME, user_id: account }), signal);
    const valid = textOf(answer.body['valid']);
    if (valid === 'valid' && isSuccess(answer)) return { outcome: 'valid', name: cleanName(answer.body['name']) };
    if (valid !== '' && valid !== 'valid') return { outcome: 'not-found' };
    throw answer.body['success'] === false ? refused(connection, answer) : unreadable(connection, answer);
  }

  async function execute(order: TopUpOrder, signal?: AbortSignal): Promise<SupplierOrder> {
    const { code, account, item, callbackUrl, unansweredSince } = order;
    if (item === null) throw new TopUpSupplierError('refused', 'G2Bulk sells items of its catalogue');
    if (unansweredSince && now().getTime() - unansweredSince.getTime() > KEY_LASTS_MS) {
      throw new TopUpSupplierError('unknown', `G2Bulk may have forgotten the key of ${code}: look in its panel`);
    }
    const json = JSON.stringify({ catalogue_name: item, player_id: account, remark: code, callback_url: callbackUrl });
    const answer = await post(`/games/${GAME}/order`, json, signal, { 'x-idempotency-key': idempotencyKey(code) });
    return readOrder(answer, order, null) ?? readRefusal(answer);
  }

  async function readById(order: TopUpOrder, supplierId: string, signal?: AbortSignal): Promise<SupplierOrder> {
    if (!isNumber(supplierId)) throw new TopUpSupplierError('refused', `not an order of G2Bulk: ${quote(supplierId)}`);
    // G2Bulk accepts the id as a JSON number only.
    const answer = await post('/games/order/status', `{"order_id":${supplierId},"game":"${GAME}"}`, signal);
    const found = readOrder(answer, order, supplierId);
    // If G2Bulk does not find its own order, the state of the order is unknown.
    if (!found) throw unreadable(connection, answer);
    return found;
  }

  /** Undefined when the answer contains no order. */
  function readOrder(answer: SupplierAnswer, order: TopUpOrder, wantedId: string | null): SupplierOrder | undefined {
    const { success, order: nested, message } = answer.body;
    if (success !== true || !isSuccess(answer)) return undefined;
    const reported = isRecord(nested) ? nested : answer.body;
    const status = textOf(reported['status']).toUpperCase();
    const supplierId = textOf(reported['order_id']);
    const isOurs = isNumber(supplierId) && (wantedId === null || supplierId === wantedId);
    const isSamePlayer = reported['player_id'] === undefined || reported['player_id'] === order.account;
    if (!hasKey(STATUSES, status) || !isOurs || !isSamePlayer) throw unreadable(connection, answer);
    const meaning = STATUSES[status];
    if (meaning === 'failed') {
      return { status: 'failed', detail: `${status} ${quote(textOf(reported['message'] ?? message))}` };
    }
    return { status: meaning, supplierId, costCents: readCost(reported['price']) ?? null };
  }

  /** No order was created, unless the message says that the order exists already. */
  function readRefusal(answer: SupplierAnswer): SupplierOrder {
    const message = textOf(answer.body['message']);
    const isThere = answer.status === 409 || /duplicate|already|idempoten|progress|processing/i.test(message);
    if (answer.body['success'] !== false || isThere) throw unreadable(connection, answer);
    const detail = `HTTP ${answer.status} ${quote(message)}`;
    const isOurBalance = answer.status === 402 || /balance|funds/i.test(message);
    return { status: isOurBalance ? 'low-balance' : 'failed', detail };
  }

  return {
    name: 'g2bulk',
    findsByCode: false,
    checkAccount,
    async cost(what, signal) {
      if (!('item' in what)) throw new TopUpSupplierError('refused', 'G2Bulk sells items of its catalogue');
      const answer = await askSupplier(connection, { method: 'GET', path: `/games/${GAME}/catalogue` }, signal);
      const { catalogues } = answer.body;
      if (!isSuccess(answer) || !Array.isArray(catalogues)) throw unreadable(connection, answer);
      const item: unknown = catalogues.find((entry) => isRecord(entry) && entry['name'] === what.item);
      if (item === undefined) throw new TopUpSupplierError('refused', `G2Bulk sells no ${quote(what.item)}`);
      const cents = isRecord(item) ? readCost(item['amount']) : undefined;
      if (cents === undefined) throw unreadable(connection, answer);
      return cents;
    },
    async prepare({ account }, signal) {
      const check = await checkAccount(account, signal);
      if (check.outcome !== 'valid') return { outcome: check.outcome };
      return { outcome: 'ready', costCents: null, accountName: check.name };
    },
    execute,
    read: (order, supplierId, signal) =>
      supplierId === null ? execute(order, signal) : readById(order, supplierId, signal),
  };
}

export const g2bulk = defineTopUpSupplier({
  name: 'g2bulk',
  service: 'pubg',
  sendsCallbacks: true,
  url: 'https://api.g2bulk.com/v1',
  urlVariable: 'G2BULK_URL',
  credentials: { apiKey: { variable: 'G2BULK_API_KEY', demo: 'demo-g2bulk-key' } },
  create: createG2bulk,
});

export function idempotencyKey(code: string): string {
  const bytes = createHash('sha1').update(KEY_NAMESPACE).update(code, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function isNumber(value: string): boolean {
  return /^[1-9]\d{0,17}$/.test(value);
}

/** Players choose their names, so a name is reduced to one line and limited in length. */
function cleanName(value: unknown): string | null {
  const name = textOf(value)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return [...name].slice(0, MAX_NAME_LENGTH).join('') || null;
}
