/** Test banks over real HTTP. Each is closed at the end of its test. */

import {
  createNationalBankSandbox,
  type NationalBankSandbox,
} from '@oyna/sandboxes/national-bank/national-bank.sandbox';
import { type ServedSandbox, serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { expect, onTestFinished } from 'vitest';
import { ExchangeRateError, type ExchangeRates } from '../exchange-rates.ts';
import { fetchNationalBankRates } from './national-bank.ts';

type Body = string | Uint8Array<ArrayBuffer>;

/** A Thursday, noon in Almaty. */
export const TODAY = new Date('2026-01-15T07:00:00Z');
export const USD = item('USD', '512.34');
export const RUB = item('RUB', '6.2');
export const AZN = item('AZN', '301.11');

export function item(title: string, description: string, quant = '1'): string {
  return `<item><title>${title}</title><description>${description}</description><quant>${quant}</quant></item>`;
}

export function bulletin(items: string, date = '15.01.2026'): string {
  return `<?xml version="1.0" encoding="utf-8"?><rates><date>${date}</date>${items}</rates>`;
}

export function noData(date: string): string {
  return `<rates><date>${date}</date><info>на выбранную дату информации нет.</info></rates>`;
}

/** A bank that answers with a function of the requested date, for cases that the sandbox does not produce. */
export async function serveBank(answer: (fdate: string) => Response | Promise<Response>): Promise<ServedSandbox> {
  const handle = (request: Request) => answer(new URL(request.url).searchParams.get('fdate') ?? '');
  const routes = [{ method: 'GET' as const, path: '/rss/get_rates.cfm', handle }];
  const served = await serveSandbox({ name: 'bank', prefix: '', title: 'A bank', routes });
  onTestFinished(served.close);
  return served;
}

export async function serveNationalBank(): Promise<ServedSandbox & Pick<NationalBankSandbox, 'controls'>> {
  const bank = createNationalBankSandbox({ now: () => TODAY });
  const served = await serveSandbox(bank);
  onTestFinished(served.close);
  return { ...served, controls: bank.controls };
}

export async function ratesOf(body: Body): Promise<ExchangeRates> {
  const { baseUrl } = await serveBank(() => new Response(body));
  return fetchNationalBankRates({ baseUrl, today: TODAY });
}

export async function expectRefused(body: Body, message: string | RegExp): Promise<void> {
  await expectFailure(ratesOf(body), message);
}

export async function expectFailure(rates: Promise<ExchangeRates>, message: string | RegExp): Promise<void> {
  const failure = await rates.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ExchangeRateError);
  expect((failure as Error).message).toMatch(message);
}
