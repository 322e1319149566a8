import type { Product } from '@oyna/api-client/models';
import type { ActivationAnswer } from '@oyna/domain/activation';
import type { ProductType } from '@oyna/domain/constants';
import { presentPrice } from '@oyna/domain/pricing';

/** What the page shows of an offer; its texts and pictures are the game's. */
export interface Offer {
  id: number;
  edition: string;
  type: string;
  platform: string;
  region: string;
  /** US cents. */
  price: number | undefined;
  oldPrice: number | undefined;
  discountPercent: number | undefined;
  /** Whether it works in the shopper's country, and the condition in their language. */
  answer: ActivationAnswer;
  /** What the rule asks for in countries that it does not name. */
  condition: string | undefined;
  /** Its place among the offers: those that work come first. */
  rank: number;
  /** The countries in which it comes later, and in which it comes last: early-order.tsx sorts by them. */
  places: { later: string; last: string } | undefined;
}

export type MissingOffer = Pick<Offer, 'id' | 'edition' | 'platform' | 'region'>;

/** How to activate it, once for all platforms that share the text. */
export interface Instruction {
  platforms: string[];
  html: string;
}

export interface Offers {
  /** Those whose check says available (spec §2). */
  available: Offer[];
  /** Those that cannot be bought now. */
  missing: MissingOffer[];
  instructions: Instruction[];
}

export function readOffers(products: readonly Product[]): Offers {
  return {
    available: products.filter(({ available }) => available).map(toOffer),
    missing: products
      .filter(({ available, typeName }) => !available && typeName !== ('TopUp' satisfies ProductType))
      .map(({ id, edition, platform, region }) => ({ id, edition, platform, region })),
    instructions: instructionsOf(products),
  };
}

function toOffer(product: Product): Offer {
  const { id, edition, typeName, platform, region, oldPrice, discountPercent } = product;
  return {
    id,
    edition,
    type: typeName,
    platform,
    region,
    // Which of its two prices is paid is one rule for the whole store; the old one has been chosen by the server.
    price: presentPrice(product),
    oldPrice: oldPrice ?? undefined,
    discountPercent: discountPercent ?? undefined,
    answer: 'unknown',
    condition: undefined,
    rank: 0,
    places: undefined,
  };
}

function instructionsOf(products: readonly Product[]): Instruction[] {
  const byText = new Map<string, Set<string>>();
  for (const { instruction, platform } of products) {
    if (!instruction) continue;
    const platforms = byText.get(instruction) ?? new Set();
    byText.set(instruction, platforms.add(platform));
  }
  return [...byText].map(([html, platforms]) => ({ html, platforms: [...platforms] }));
}
