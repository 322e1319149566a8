import type { Group } from '@oyna/api-client/models';
import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';

const { slider, popular } = RECOMMENDATION_GROUPS;

/** A row shows the first few; its link opens the full list. */
export const CARDS_PER_RAIL = 8;
export const SLIDES = 5;

/** Slider first, popular next, the others as they come (spec §2). Empty ones are left out. */
export function splitGroups(groups: readonly Group[]): { slides: Group['games']; rails: Group[] } {
  const rank = ({ name }: Group) => (name === popular ? 0 : 1);
  return {
    slides: groups.find(({ name }) => name === slider)?.games ?? [],
    rails: groups
      .filter(({ name, games }) => name !== slider && games.length > 0)
      .toSorted((a, b) => rank(a) - rank(b)),
  };
}
