import { claimTokenOf } from '@oyna/domain/claim-link';
import { forget, readStored, store } from '../../lib/browser-storage.ts';

/** The link to an order that this tab is opening. */
export interface OpenedLink {
  token: string;
  /** A code was mailed, and the field for it is shown. */
  isCodeSent: boolean;
}

const STORAGE_KEY = 'orderLink';

/**
 * A phone may close the tab while the customer reads the code in the mail app. The token is not in the address any more,
 * so it is kept in this tab until the order opens or the link is refused.
 */
export function keepLink({ token, isCodeSent }: OpenedLink): void {
  store('sessionStorage', STORAGE_KEY, `${token} ${isCodeSent ? 'code' : ''}`);
}

export const forgetLink = (): void => forget('sessionStorage', STORAGE_KEY);

/** What the address names or, without a fragment, what this tab has kept. A fragment that is no token is not replaced by it. */
export function findLink(fragment: string): OpenedLink | undefined {
  const [kept = '', step] = (readStored('sessionStorage', STORAGE_KEY) ?? '').split(' ');
  const token = claimTokenOf(fragment === '' ? kept : fragment);
  return token === undefined ? undefined : { token, isCodeSent: token === kept && step === 'code' };
}
