/**
 * G-Engine: Steam wallets, in the wallet's currency. A payment is first verified, which also prices it, and executed
 * later. Both calls use our code, which identifies the payment permanently.
 */
import { randomUUID } from 'node:crypto';
import { hasKey } from '@oyna/domain/constants';
import { amountToText } from '@oyna/domain/money';
import type { TopUpCurrency } from '@oyna/domain/top-up';
import {
  askSupplier,
  readCost,
  refused,
  type SupplierAnswer,
  type SupplierConnection,
  unreadable,
} from '../top-up-supplier.request.ts';
import {
  type AccountCheck,
  defineTopUpSupplier,
  type PreparedTopUp,
  type SupplierOrder,
  type TopUpOrder,
  type TopUpSupplier,
  TopUpSupplierError,
} from '../top-up-supplier.ts';
import { isRecord, quote, textOf } from '../wire.ts';

export interface GEngineOptions {
  /** `https://api.g-engine.net/v2.1`, or the address of the sandbox. */
  baseUrl: string;
  apiKey: string;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

/** Steam, among what G-Engine sells. */
const SERVICE_ID = 8;
/** An account is checked with a payment of this sum that is never executed. */
const CHECKED_SUM = { amount: 100_00, currency: 'RUB' } as const;

/** What each status code means for an order. */
const MEANINGS = {
  REQUEST_ACCEPTED: 'ready',
  PAYMENT_IN_PROGRESS: 'in-progress',
  PAYMENT_SUCCESS: 'delivered',
  PAYMENT_VERIFICATION_FAILED: 'not-verified',
  PAYMENT_CONFIRMATION_FAILED: 'failed',
  TOP_UP_ERROR: 'failed',
  INSUFFICIENT_FUNDS: 'low-balance',
  DUPLICATE_TRANSACTION: 'known',
  PURCHASE_NOT_FOUND: 'not-found',
  CALCULATION_ERROR: 'requote',
} as const;
const GOOD: readonly string[] = ['ready', 'in-progress', 'delivered'];

interface Reading {
  meaning: (typeof MEANINGS)[keyof typeof MEANINGS];
  message: string;
  costCents: number | null;
  detail: string;
  answer: SupplierAnswer;
}

interface Payment {
  code: string;
  account: string;
  amount: number;
  currency: TopUpCurrency;
}

export function createGEngine(options: GEngineOptions): TopUpSupplier {
  const connection: SupplierConnection = { provider: 'G-Engine', ...options };

  async function read(code: string, signal?: AbortSignal): Promise<Reading> {
    const answer = await askSupplier(connection, { method: 'GET', path: pathOf(code) }, signal);
    return readPayment(connection, answer, code);
  }

  async function verify(payment: Payment, signal?: AbortSignal): Promise<PreparedTopUp> {
    const { code, account, amount, currency } = payment;
    // The sum is a JSON number with all of its digits. A string would be another type.
    const json = `${JSON.stringify({ code, account, currency }).slice(0, -1)},"amount":${amountToText(amount)}}`;
    const request = { method: 'POST', path: `/payments?service_id=${SERVICE_ID}`, json } as const;
    const first = readPayment(connection, await askSupplier(connection, request, signal), code);
    // Our request arrived before, and only the answer was lost.
    const reading = first.meaning === 'known' ? await read(code, signal) : first;
    switch (reading.meaning) {
      case 'ready':
        return { outcome: 'ready', costCents: reading.costCents, accountName: null };
      case 'requote':
        return { outcome: 'requote' };
      case 'not-verified':
        return { outcome: /region|country|регион|стран/i.test(reading.message) ? 'region' : 'not-found' };
      case 'known':
        throw unreadable(connection, reading.answer);
      default:
        throw refused(connection, reading.answer);
    }
  }

  return {
    name: 'g-engine',
    findsByCode: true,
    async checkAccount(account, signal): Promise<AccountCheck> {
      const code = `check-${randomUUID()}`;
      const prepared = await verify({ code, account, ...CHECKED_SUM }, signal);
      if (prepared.outcome === 'ready') return { outcome: 'valid', name: prepared.accountName };
      if (prepared.outcome !== 'requote') return { outcome: prepared.outcome };
      throw new TopUpSupplierError('refused', 'G-Engine could not price the check of an account');
    },
    async cost(what, signal) {
      if (!('amount' in what)) throw new TopUpSupplierError('refused', `G-Engine sells no ${quote(what.item)}`);
      checkSum(what.amount);
      const path = `/currencies/${what.currency}:USD/${amountToText(what.amount)}`;
      const answer = await askSupplier(connection, { method: 'GET', path }, signal);
      const { success, data } = answer.body;
      const cents = success === true && isRecord(data) ? readCost(data['amount']) : undefined;
      if (cents !== undefined) return cents;
      throw success === false ? refused(connection, answer) : unreadable(connection, answer);
    },
    async prepare(order, signal) {
      return await verify(paymentOf(order), signal);
    },
    async execute(order, signal) {
      const { code } = paymentOf(order);
      const answer = await askSupplier(connection, { method: 'POST', path: `${pathOf(code)}/execute` }, signal);
      const reading = readPayment(connection, answer, code);
      // It was executed before: its status is the answer, and it is not executed again.
      return orderOf(connection, reading.meaning === 'known' ? await read(code, signal) : reading);
    },
    async read(order, _supplierId, signal) {
      return orderOf(connection, await read(order.code, signal));
    },
  };
}

export const gEngine = defineTopUpSupplier({
  name: 'g-engine',
  service: 'steam',
  sendsCallbacks: false,
  url: 'https://api.g-engine.net/v2.1',
  urlVariable: 'GENGINE_URL',
  credentials: { apiKey: { variable: 'GENGINE_API_KEY', demo: 'demo-g-engine-key' } },
  create: createGEngine,
});

function pathOf(code: string): string {
  return `/payments/${encodeURIComponent(code)}`;
}

function paymentOf({ code, account, amount, currency }: TopUpOrder): Payment {
  if (currency === null) throw new TopUpSupplierError('refused', 'G-Engine credits a sum of a currency');
  checkSum(amount);
  return { code, account, amount, currency };
}

function checkSum(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new TopUpSupplierError('refused', `G-Engine credits no ${amount}`);
  }
}

/** Reads the payment of a response. Throws if it is another payment or contradicts itself. */
function readPayment(connection: SupplierConnection, answer: SupplierAnswer, code: string): Reading {
  const { success, data, message } = answer.body;
  const payment = isRecord(data) ? data : {};
  const statusCode = textOf(payment['status_code']);
  if (!hasKey(MEANINGS, statusCode)) {
    // A response without a status can still refuse the request itself, because of its key or its format.
    const isNo = success === false || answer.body['detail'] !== undefined;
    const isRefusal = isNo && answer.status >= 400 && answer.status !== 409;
    throw isRefusal ? refused(connection, answer) : unreadable(connection, answer);
  }
  const meaning = MEANINGS[statusCode];
  const isGood = GOOD.includes(meaning);
  const isOurs = payment['code'] === code || (!isGood && (payment['code'] ?? null) === null);
  if (!isOurs || (isGood && success !== true)) throw unreadable(connection, answer);
  return {
    meaning,
    message: textOf(message),
    costCents: readCost(payment['amount_usd']) ?? null,
    detail: `${statusCode} ${quote(textOf(message))}`,
    answer,
  };
}

function orderOf(connection: SupplierConnection, { meaning, costCents, detail, answer }: Reading): SupplierOrder {
  switch (meaning) {
    case 'ready':
    case 'in-progress':
    case 'delivered':
      // G-Engine uses our code and gives no other id.
      return { status: meaning, costCents, supplierId: null };
    case 'not-verified':
    case 'failed':
      return { status: 'failed', detail };
    case 'low-balance':
    case 'requote':
      return { status: meaning, detail };
    case 'not-found':
      return { status: 'not-found' };
    case 'known':
      throw unreadable(connection, answer);
  }
}
