import { isDeepStrictEqual } from 'node:util';
import type { GameData } from './catalogue.file.ts';

type Fields = Record<string, unknown>;
type OfferData = GameData['offers'][number];

interface Merged<Data> {
  data: Data;
  /** What both sides changed: `description`, `offers.12.edition`. */
  conflicts: string[];
}

/**
 * Three sides of one record: as it was published when the draft was begun, the draft, and as it is published now. A field
 * that the draft leaves alone keeps its present value. A field that both changed is a conflict; the draft has its value.
 */
export function mergeFields<Data extends object>(base: object, draft: Data, current: object): Merged<Data> {
  const [before, own, now] = [base as Fields, draft as Fields, current as Fields];
  const names = new Set([...Object.keys(own), ...Object.keys(now)]);
  const result: Fields = {};
  const conflicts: string[] = [];
  for (const name of names) {
    const isOwn = !isDeepStrictEqual(own[name], before[name]);
    const isTheirs = !isDeepStrictEqual(now[name], before[name]);
    const value = isOwn ? own[name] : now[name];
    if (value !== undefined) result[name] = value;
    if (isOwn && isTheirs && !isDeepStrictEqual(own[name], now[name])) conflicts.push(name);
  }
  return { data: result as Data, conflicts };
}

/** Offers are merged one by one. Prices of published offers are changed on the screen of prices only. */
export function mergeGame(base: GameData, draft: GameData, current: GameData): Merged<GameData> {
  const { offers: before, ...baseFields } = base;
  const { offers: own, ...ownFields } = draft;
  const { offers: now, ...nowFields } = current;
  const game = mergeFields(baseFields, ownFields, nowFields);
  const conflicts = [...game.conflicts];
  const find = (offers: OfferData[], id: number) => offers.find((offer) => offer.id === id);
  const kept = own.map((offer): OfferData => {
    const present = find(now, offer.id);
    if (!present) return offer;
    const { price, priceWithDiscount } = present;
    const merged = mergeFields(find(before, offer.id) ?? present, offer, present);
    const fields = merged.conflicts.filter((name) => !name.startsWith('price'));
    conflicts.push(...fields.map((name) => `offers.${offer.id}.${name}`));
    return { ...merged.data, price, priceWithDiscount };
  });
  const added = now.filter(({ id }) => !find(before, id) && !find(own, id));
  return { data: { ...game.data, offers: [...kept, ...added] }, conflicts };
}
