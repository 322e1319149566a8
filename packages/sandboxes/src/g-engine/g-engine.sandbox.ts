/**
 * A sandbox of G-Engine. The beginning of the login decides what becomes of a top-up: `bad_` and `region_` are not
 * verified, `fail_` goes wrong on execution, `slow_` takes some polls, `timeout_` is executed and not answered.
 */
import { amountToNumber, amountToText, parseAmount } from '@oyna/domain/money';
import { readJsonObject, textOf } from '@oyna/providers/wire';
import { isBoolean } from '../sandbox.behaviour.ts';
import type { SandboxRequest } from '../sandbox.ts';
import {
  createCounter,
  TOP_UP_BEHAVIOUR,
  TOP_UP_CHECKS,
  type TopUpBehaviour,
  type TopUpSandbox,
} from '../top-up-sandbox.ts';

export interface GEngineBehaviour extends TopUpBehaviour {
  /** It cannot calculate a price. */
  calculationError: boolean;
}

export interface GEngineSandboxOptions {
  apiKey: string;
  /** What a dollar and a rouble cost, in hundredths of a tenge. */
  rates?: (() => Rates) | undefined;
  maxOrders?: number | undefined;
}

interface Rates {
  USD: number;
  RUB: number;
}

interface SteamPayment {
  code: string;
  account: string;
  amount: number;
  currency: string;
  costCents: number;
  statusCode: StatusCode;
  /** How many more polls report it as in progress. */
  polls: number;
}

type StatusCode = keyof typeof MESSAGES;

const SERVICE_ID = '8';
const SLOW_POLLS = 3;
const DEMO_RATES: Rates = { USD: 51_200, RUB: 620 };
/** Its margin on the exchange rate, in hundredths of a percent. */
const SPREAD = 200n;
const ONE = 10_000n;

const MESSAGES = {
  REQUEST_ACCEPTED: 'Request accepted',
  PAYMENT_IN_PROGRESS: 'Payment in progress',
  PAYMENT_SUCCESS: 'Payment success',
  PAYMENT_VERIFICATION_FAILED: 'Account not found',
  TOP_UP_ERROR: 'Top up error',
  INSUFFICIENT_FUNDS: 'Insufficient funds',
  DUPLICATE_TRANSACTION: 'Duplicate transaction',
  PURCHASE_NOT_FOUND: 'Purchase not found',
  CALCULATION_ERROR: 'Calculation error',
} as const;
const GOOD: readonly StatusCode[] = ['REQUEST_ACCEPTED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_SUCCESS'];

export function createGEngineSandbox(options: GEngineSandboxOptions): TopUpSandbox<GEngineBehaviour> {
  const { apiKey, rates = () => DEMO_RATES, maxOrders } = options;
  const counter = createCounter<GEngineBehaviour, SteamPayment>({
    name: 'g-engine',
    title: 'G-Engine: Steam wallets',
    behaviour: { ...TOP_UP_BEHAVIOUR, calculationError: false },
    checks: { ...TOP_UP_CHECKS, calculationError: isBoolean },
    apiKey,
    maxOrders,
    entryOf: ({ code, account, amount, currency, costCents, statusCode }) =>
      statusCode === 'PAYMENT_SUCCESS' ? { code, account, amount, currency, item: null, costCents } : undefined,
  });

  /** In US cents, rounded up; undefined without a price. */
  function priceOf(amount: number, currency: string): number | undefined {
    const { calculationError, ratePercent } = counter.controls.get();
    const { USD, RUB } = rates();
    const tiyn = new Map([
      ['KZT', 100],
      ['RUB', RUB],
    ]).get(currency);
    if (calculationError || tiyn === undefined || tiyn <= 0 || USD <= 0) return undefined;
    const dividend = BigInt(amount) * BigInt(tiyn) * (ONE + SPREAD) * BigInt(ratePercent);
    const divisor = BigInt(USD) * ONE * 100n;
    return Number((dividend + divisor - 1n) / divisor);
  }

  async function verify(request: SandboxRequest): Promise<Response> {
    if (new URL(request.url).searchParams.get('service_id') !== SERVICE_ID) return invalid('query', 'service_id');
    const body = readJsonObject(await request.text());
    const code = textOf(body?.['code']);
    const account = textOf(body?.['account']);
    const amount = parseAmount(body?.['amount']);
    const currency = textOf(body?.['currency']);
    if (!/^[\w-]{1,64}$/.test(code)) return invalid('body', 'code');
    if (account === '') return invalid('body', 'account');
    if (amount === undefined || amount <= 0) return invalid('body', 'amount');
    if (counter.find(code)) return envelope('DUPLICATE_TRANSACTION', code, counter.find(code));
    if (account.startsWith('bad_')) return envelope('PAYMENT_VERIFICATION_FAILED', code);
    if (account.startsWith('region_')) {
      return envelope('PAYMENT_VERIFICATION_FAILED', code, undefined, 'The region of this account is not supported');
    }
    const costCents = priceOf(amount, currency);
    if (costCents === undefined) return envelope('CALCULATION_ERROR', code);
    const payment: SteamPayment = {
      code,
      account,
      amount,
      currency,
      costCents,
      statusCode: 'REQUEST_ACCEPTED',
      polls: account.startsWith('slow_') ? SLOW_POLLS : 0,
    };
    counter.add(code, payment);
    return envelope('REQUEST_ACCEPTED', code, payment);
  }

  function execute(_request: SandboxRequest, { code = '' }: Record<string, string>): Response {
    const payment = counter.find(code);
    if (!payment) return envelope('PURCHASE_NOT_FOUND', code);
    if (payment.statusCode !== 'REQUEST_ACCEPTED') return envelope('DUPLICATE_TRANSACTION', code, payment);
    if (payment.account.startsWith('fail_')) payment.statusCode = 'TOP_UP_ERROR';
    else if (!counter.spend(payment.costCents)) return envelope('INSUFFICIENT_FUNDS', code, payment);
    else payment.statusCode = payment.polls > 0 ? 'PAYMENT_IN_PROGRESS' : 'PAYMENT_SUCCESS';
    if (payment.account.startsWith('timeout_')) return Response.error();
    return envelope(payment.statusCode, code, payment);
  }

  function readStatus(_request: SandboxRequest, { code = '' }: Record<string, string>): Response {
    const payment = counter.find(code);
    if (!payment) return envelope('PURCHASE_NOT_FOUND', code);
    const response = envelope(payment.statusCode, code, payment);
    if (payment.statusCode === 'PAYMENT_IN_PROGRESS') {
      payment.polls -= 1;
      if (payment.polls <= 0) payment.statusCode = 'PAYMENT_SUCCESS';
    }
    return response;
  }

  function convert(_request: SandboxRequest, { pair = '', amount: text = '' }: Record<string, string>): Response {
    const [currency = '', target] = pair.split(':');
    const amount = parseAmount(text);
    if (amount === undefined || amount <= 0) return invalid('path', 'amount');
    const cents = target === 'USD' ? priceOf(amount, currency) : undefined;
    if (cents === undefined) return Response.json({ success: false, message: MESSAGES.CALCULATION_ERROR, data: null });
    return Response.json({ success: true, message: 'OK', data: { pair, amount: amountToText(cents) } });
  }

  return counter.sandbox([
    counter.route('POST', '/payments', 'other', verify),
    counter.route('POST', '/payments/:code/execute', 'execute', execute),
    counter.route('GET', '/payments/:code', 'other', readStatus),
    counter.route('GET', '/currencies/:pair/:amount', 'other', convert),
  ]);
}

function envelope(statusCode: StatusCode, code: string, payment?: SteamPayment, message?: string): Response {
  const isGood = GOOD.includes(statusCode);
  return Response.json(
    {
      success: isGood,
      message: message ?? MESSAGES[statusCode],
      data: {
        status_code: statusCode,
        code,
        currency: payment?.currency ?? null,
        steam_login: payment?.account ?? null,
        amount: payment ? amountToNumber(payment.amount) : null,
        amount_usd: payment ? amountToText(payment.costCents) : null,
      },
    },
    { status: isGood ? 200 : 400 },
  );
}

function invalid(place: 'body' | 'path' | 'query', field: string): Response {
  const detail = [{ loc: [place, field], msg: 'value is missing or not valid', type: 'value_error' }];
  return Response.json({ detail }, { status: 422 });
}
