import type { SocialProvider } from './account-calls.ts';

export type SignInReturn =
  | { provider: SocialProvider; code: string; state: string; deviceId: string }
  /** The visitor has changed their mind there, or something went wrong. */
  | { provider: SocialProvider; error: string };

/**
 * What Google or VK returned in the query or in the hash. 'vk' in the path or the hash means VK (spec §2):
 * `/?code=…&state=…`, `/vk?code=…`, `/#vk?code=…`, `/#code=…`.
 */
export function readSignInReturn(address: Pick<Location, 'pathname' | 'search' | 'hash'>): SignInReturn | undefined {
  const [marker = '', hashQuery] = address.hash.slice(1).split('?');
  const fromHash = new URLSearchParams(hashQuery ?? marker);
  const fromQuery = new URLSearchParams(address.search);
  const read = (name: string) => fromQuery.get(name) || fromHash.get(name) || '';
  // Parameters come after a question mark or hold an equals sign; a code may well have these two letters in it.
  const isMarked = /vk/i.test(address.pathname) || (!marker.includes('=') && /vk/i.test(marker));
  const [code, state, error] = [read('code'), read('state'), read('error')];
  // Google answers in the query alone.
  const provider = isMarked || (code !== '' && !fromQuery.get('code')) ? 'vk' : 'google';
  if (code !== '') return { provider, code, state, deviceId: read('device_id') };
  // Anyone can add `error` to an address. It counts only together with our state.
  return error !== '' && state !== '' ? { provider, error } : undefined;
}

/** Only paths of the store, so that a forged response cannot redirect to another site. */
export function safePath(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : '/';
}
