/**
 * The page of a platform that takes a key in its address, and how the key is added to it. Others show an empty form, so
 * they have no entry.
 */
const PAGES: Record<string, { type: string; page: string; beforeKey: string }> = {
  Steam: { type: 'Key', page: 'https://store.steampowered.com/account/registerkey', beforeKey: '?key=' },
  GOG: { type: 'Key', page: 'https://www.gog.com/redeem', beforeKey: '/' },
  'Google Play': { type: 'Services', page: 'https://play.google.com/redeem', beforeKey: '?code=' },
};

/** Where the customer activates the key, with the key filled in if given. Undefined when the platform has no such page. */
export function redeemPage(product: { platform: string; type: string }, key?: string): string | undefined {
  const entry = Object.hasOwn(PAGES, product.platform) ? PAGES[product.platform] : undefined;
  if (entry?.type !== product.type) return undefined;
  return key === undefined ? entry.page : `${entry.page}${entry.beforeKey}${encodeURIComponent(key)}`;
}
