import type { Group, Showcase } from '@oyna/api-client/models';
import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';

const { slider, popular, discounts } = RECOMMENDATION_GROUPS;
const GIFT_CARDS = 'gift-cards';
const SUBSCRIPTIONS = 'subscriptions';

/** A row shows the first few; its link opens the full list. */
const CARDS_PER_RAIL = 8;
const BRANDS = 12;
const COMPACT_CARDS = 8;
const CARDS_BESIDE_THE_DEAL = 6;
const SLIDES = 5;
/** A group that has lost its games to the sections before it is not shown with fewer. */
const FEWEST_LEFT = 3;

type Game = Group['games'][number];
export type PlatformCount = { value: string; count: number; isMore: boolean };

interface GroupSection<Card> {
  name: string;
  title: string;
  games: Card[];
}
export type HomeSection<Card> =
  | ({ kind: 'rail' | 'brands' | 'wide' } & GroupSection<Card>)
  | ({ kind: 'deals'; deal: Card; endsAt: string } & GroupSection<Card>)
  | { kind: 'ranking'; games: Card[] }
  | { kind: 'affordable'; games: Card[] }
  | { kind: 'platforms'; platforms: PlatformCount[] };

export interface HomeData {
  groups: readonly Group[];
  showcase: Showcase | undefined;
  affordable: readonly Game[];
  platforms: readonly PlatformCount[];
}

/** Slider first, popular next, the others as they come (spec §2). Empty ones are left out. */
export function splitGroups(groups: readonly Group[]): { slides: Game[]; rails: Group[] } {
  const rank = ({ name }: Group) => (name === popular ? 0 : 1);
  return {
    slides: groups.find(({ name }) => name === slider)?.games ?? [],
    rails: groups
      .filter(({ name, games }) => name !== slider && games.length > 0)
      .toSorted((a, b) => rank(a) - rank(b)),
  };
}

/** The slides and the sections below them, which show no game twice. */
export function arrangeHome<Card>(
  { groups, showcase, affordable, platforms }: HomeData,
  toCard: (game: Game) => Card,
): { slides: Card[]; sections: HomeSection<Card>[] } {
  const { slides, rails } = splitGroups(groups);
  const shown = new Set<number>();
  const take = (games: readonly Game[], most: number): Card[] => {
    const taken = games.filter(({ gameId }) => !shown.has(gameId)).slice(0, most);
    for (const { gameId } of taken) shown.add(gameId);
    return taken.map(toCard);
  };
  // A ranking with gaps would be false, so it chooses first.
  const ranking = take(showcase?.topSellers ?? [], Number.POSITIVE_INFINITY);
  const [deal] = showcase?.deal ? take([showcase.deal.game], 1) : [];
  const endsAt = showcase?.deal?.endsAt ?? '';

  const sections: HomeSection<Card>[] = [];
  for (const [index, { name, title, games }] of rails.entries()) {
    const isDeals = name === discounts && deal !== undefined;
    const taken = take(games, isDeals ? CARDS_BESIDE_THE_DEAL : name === GIFT_CARDS ? BRANDS : CARDS_PER_RAIL);
    const section = { name, title, games: taken };
    if (isDeals) sections.push({ kind: 'deals', deal, endsAt, ...section });
    else if (taken.length >= Math.min(FEWEST_LEFT, games.length)) sections.push({ kind: kindOf(name), ...section });
    if (index === 0 && ranking.length > 0) sections.push({ kind: 'ranking', games: ranking });
    if (index === 2) {
      if (platforms.length > 0) sections.push({ kind: 'platforms', platforms: [...platforms] });
      const cheap = take(affordable, COMPACT_CARDS);
      if (cheap.length >= FEWEST_LEFT) sections.push({ kind: 'affordable', games: cheap });
    }
  }
  return { slides: slides.slice(0, SLIDES).map(toCard), sections };
}

function kindOf(name: string): 'rail' | 'brands' | 'wide' {
  if (name === GIFT_CARDS) return 'brands';
  return name === SUBSCRIPTIONS ? 'wide' : 'rail';
}

/** Groups that have their own page. */
export const GROUP_PAGES: Record<string, string> = {
  [popular]: '/catalog',
  [discounts]: '/discounts',
  [GIFT_CARDS]: '/services',
  [SUBSCRIPTIONS]: '/subscribes',
};
