/** A sandbox of the National Bank of Kazakhstan. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isWeekend,
  tiynOn,
  writeBadDate,
  writeBulletin,
  writeNoData,
} from '@oyna/providers/national-bank/national-bank.bulletin';
import { addDays, almatyDay, parseWireDate } from '@oyna/providers/national-bank/national-bank.day';
import {
  type BehaviourChecks,
  behaviourRoutes,
  type Controls,
  createControls,
  isBoolean,
} from '../sandbox.behaviour.ts';
import type { Sandbox, SandboxRequest } from '../sandbox.ts';

interface NationalBankBehaviour {
  /** Answers HTTP 500. */
  fail: boolean;
  /** Answers that much later. */
  delayMs: number;
  /** The dollar's rate on every day; null lets it move by itself. */
  usd: number | null;
  /** Answers 200 with a page that breaks off. */
  garbage: boolean;
  /** Has no data for any day. */
  empty: boolean;
}

export interface NationalBankSandbox extends Sandbox {
  controls: Controls<NationalBankBehaviour>;
  /** What it last published for one unit, in hundredths of a tenge: other sandboxes use these rates. */
  tiyn(currency: 'USD' | 'RUB'): number;
}

export interface NationalBankSandboxOptions {
  /** Tenge around which a currency moves, for as many units as the bank quotes it in: `{ USD: 480 }`. */
  rates?: Readonly<Record<string, number>>;
  now?: () => Date;
}

const INITIAL_BEHAVIOUR: NationalBankBehaviour = { fail: false, delayMs: 0, usd: null, garbage: false, empty: false };
const MAX_DELAY_MS = 60_000;
/** The bank keeps about five years on this address and sets a day's rates the day before. */
const DAYS_KEPT = 5 * 365;
const DAYS_AHEAD = 1;

const isWithin = (value: unknown, limit: number) => typeof value === 'number' && Math.abs(value) <= limit;
const BEHAVIOUR_CHECKS: BehaviourChecks<NationalBankBehaviour> = {
  fail: isBoolean,
  delayMs: (value) => isWithin(value, MAX_DELAY_MS) && Number(value) >= 0,
  // Impossible rates are allowed, to test that the store refuses them.
  usd: (value) => value === null || isWithin(value, 1_000_000),
  garbage: isBoolean,
  empty: isBoolean,
};

export function createNationalBankSandbox(options: NationalBankSandboxOptions = {}): NationalBankSandbox {
  const { rates = {}, now = () => new Date() } = options;
  const controls = createControls(INITIAL_BEHAVIOUR, BEHAVIOUR_CHECKS);

  async function getRates(request: SandboxRequest): Promise<Response> {
    // Read once, so that a change during the answer has no effect. The timer does not keep the process running.
    const { fail, delayMs, usd, garbage, empty } = controls.get();
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (fail) return new Response('Internal Server Error', { status: 500 });
    if (garbage) return xmlResponse('<html><body><rates><item><title>USD</title><description>51');
    const day = parseWireDate(new URL(request.url).searchParams.get('fdate'));
    if (day === undefined) return xmlResponse(writeBadDate());
    const today = almatyDay(now());
    const kept = day >= addDays(today, -DAYS_KEPT) && day <= addDays(today, DAYS_AHEAD);
    return xmlResponse(empty || !kept || isWeekend(day) ? writeNoData(day) : writeBulletin(day, rates, usd));
  }

  function tiyn(currency: 'USD' | 'RUB'): number {
    let day = almatyDay(now());
    while (isWeekend(day)) day = addDays(day, -1);
    return tiynOn(day, currency, rates, controls.get().usd);
  }

  return {
    name: 'national-bank',
    prefix: '/national-bank',
    title: 'National Bank of Kazakhstan: exchange rates',
    routes: [{ method: 'GET', path: '/rss/get_rates.cfm', handle: getRates }, ...behaviourRoutes(controls)],
    controls,
    tiyn,
  };
}

function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
}
