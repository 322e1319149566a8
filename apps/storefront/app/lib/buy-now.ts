/** "Buy now" is a link: the payment page opens a basket of that product alone, and the cart stays as it is. */

export const buyProductPath = (productId: number, count = 1) =>
  `/payment?product=${productId}${count > 1 ? `&count=${count}` : ''}`;

/** The offer that a card shows: the cheapest of the game for this platform and region. */
export const buyGamePath = ({ id, platform, region }: { id: number; platform: string; region: string }) =>
  `/payment?game=${id}&platform=${encodeURIComponent(platform)}&region=${encodeURIComponent(region)}`;

export const basketPath = (basketId: string) => `/payment?basket=${basketId}`;
