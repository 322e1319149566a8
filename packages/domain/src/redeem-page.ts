/** The page of a platform that takes a key in its address. Others show an empty form, so they have no entry. */
const PAGES: Record<string, { type: string; address(key: string): string }> = {
  Steam: { type: 'Key', address: (key) => `https://store.steampowered.com/account/registerkey?key=${key}` },
  GOG: { type: 'Key', address: (key) => `https://www.gog.com/redeem/${key}` },
  'Google Play': { type: 'Services', address: (key) => `https://play.google.com/redeem?code=${key}` },
};

/** Where the customer activates the key, with the key filled in. Undefined when the platform has no such page. */
export function redeemPage(product: { platform: string; type: string }, key: string): string | undefined {
  const page = Object.hasOwn(PAGES, product.platform) ? PAGES[product.platform] : undefined;
  return page?.type === product.type ? page.address(encodeURIComponent(key)) : undefined;
}
