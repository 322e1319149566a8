/** Spec §2: with 'vk' in the path the code is VK's, and otherwise Google's. */
const RETURN_PATHS = { google: '/', vk: '/vk' } as const;
/** An address that stands for the site, to resolve paths against. */
const SITE = 'https://site.invalid';
const MAX_PATH = 2_000;

export const returnAddress = (origin: string, provider: keyof typeof RETURN_PATHS): string =>
  `${origin}${RETURN_PATHS[provider]}`;

/**
 * The path of this site to go back to after a sign-in, in the form in which a browser reads it; anything else is the
 * home page. A browser takes a backslash for a slash and drops tabs and line breaks, so neither is let in.
 */
export function safeReturnPath(wanted: string | undefined): string {
  if (!wanted || wanted.length > MAX_PATH || !/^\/(?![/\\])/.test(wanted)) return '/';
  if (/[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]/u.test(wanted) || !URL.canParse(wanted, SITE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, SITE);
  const path = `${pathname}${search}${hash}`;
  // Dots are gone now: "/.//evil.example" has become "//evil.example".
  return origin === SITE && !path.startsWith('//') ? path : '/';
}
