/** Spec §2: with 'vk' in the path the code comes from VK, otherwise from Google. */
const RETURN_PATHS = { google: '/', vk: '/vk' } as const;
/** A base address to resolve paths against. */
const SITE = 'https://site.invalid';
const MAX_PATH = 2_000;

export const returnAddress = (origin: string, provider: keyof typeof RETURN_PATHS): string =>
  `${origin}${RETURN_PATHS[provider]}`;

/**
 * The path of this site to return to after a sign-in, as a browser reads it. Anything else is the home page. A browser
 * reads a backslash as a slash and drops tabs and line breaks, so paths with them are refused.
 */
export function safeReturnPath(wanted: string | undefined): string {
  if (!wanted || wanted.length > MAX_PATH || !/^\/(?![/\\])/.test(wanted)) return '/';
  if (/[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]/u.test(wanted) || !URL.canParse(wanted, SITE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, SITE);
  const path = `${pathname}${search}${hash}`;
  // Dots are gone now: "/.//evil.example" has become "//evil.example".
  return origin === SITE && !path.startsWith('//') ? path : '/';
}
