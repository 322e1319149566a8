import type { TopUp } from '@oyna/api-client/models';
import type { TopUpCurrency } from '@oyna/domain/top-up';
import { forget, readStored, store } from '../../lib/browser-storage.ts';
import type { Service } from './top-up-draft.ts';

/** An account that was topped up before, with what it got. */
export interface Recent {
  service: Service;
  account: string;
  /** The nickname, if the supplier returned one. */
  name: string | null;
  productId: number;
  /** Whole units; 0 where a pack was bought. */
  amount: number;
  currency: TopUpCurrency | null;
}

const STORAGE_KEY = 'topUpAccounts';
const MOST = 5;
/** Accounts whose top-up failed are not offered again. */
const FAILED: readonly TopUp['stage'][] = ['not-paid', 'refunding', 'refunded'];

/** Newest first, each account once. */
export function recentOf(
  topUps: readonly Pick<TopUp, 'service' | 'stage' | 'account' | 'accountName' | 'productId' | 'amount' | 'currency'>[],
  service: Service,
): Recent[] {
  const own = topUps
    .filter((topUp) => topUp.service === service && !FAILED.includes(topUp.stage))
    .map(({ account, accountName, productId, amount, currency }) => ({
      service,
      account,
      name: accountName,
      productId,
      amount,
      currency,
    }));
  return eachOnce(own).slice(0, MOST);
}

/** For visitors without an account: stored on this device only. */
export function saveRecent(recent: Recent): void {
  const others = readAll().filter(({ service }) => service !== recent.service);
  const own = eachOnce([recent, ...readRecent(recent.service)]).slice(0, MOST);
  store('localStorage', STORAGE_KEY, JSON.stringify([...own, ...others]));
}

export function readRecent(service: Service): Recent[] {
  return readAll().filter((recent) => recent.service === service);
}

export function forgetRecent(service: Service): void {
  const others = readAll().filter((recent) => recent.service !== service);
  if (others.length > 0) store('localStorage', STORAGE_KEY, JSON.stringify(others));
  else forget('localStorage', STORAGE_KEY);
}

function eachOnce(list: readonly Recent[]): Recent[] {
  return list.filter(({ account }, place) => list.findIndex((other) => other.account === account) === place);
}

/** Anything may have been written there. */
function readAll(): Recent[] {
  try {
    const kept: unknown = JSON.parse(readStored('localStorage', STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  const { service, account, name, productId, amount, currency } = (value ?? {}) as Record<string, unknown>;
  return (
    (service === 'steam' || service === 'pubg') &&
    typeof account === 'string' &&
    (name === null || typeof name === 'string') &&
    Number.isSafeInteger(productId) &&
    Number.isSafeInteger(amount) &&
    (currency === null || currency === 'KZT' || currency === 'RUB')
  );
}
