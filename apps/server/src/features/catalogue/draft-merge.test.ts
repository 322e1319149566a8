import { expect, it } from 'vitest';
import type { GameData } from './catalogue.file.ts';
import { mergeGame } from './draft-merge.ts';

const offer = (id: number, more: object = {}): GameData['offers'][number] => ({
  id,
  edition: 'Standard',
  type: 'Key',
  platform: 'Steam',
  region: 'Global',
  price: 10,
  priceWithDiscount: 8,
  instruction: 'steam',
  ...more,
});
const GAME: GameData = {
  id: 1,
  name: 'Dune',
  category: 'RPG',
  popularity: 5,
  art: { motif: 'orbit', hue: 10 },
  description: { ru: 'а', en: 'a', kz: 'ә' },
  offers: [offer(1), offer(2)],
};

it('keeps what changed meanwhile where the draft changed nothing', () => {
  const draft = { ...GAME, name: 'Dune II' };
  const current = { ...GAME, popularity: 90, offers: [offer(1, { region: 'CIS' }), offer(2)] };
  const { data, conflicts } = mergeGame(GAME, draft, current);
  expect(conflicts).toEqual([]);
  expect(data).toEqual({ ...current, name: 'Dune II' });
});

it('names what both changed', () => {
  const draft = { ...GAME, name: 'Dune II', offers: [offer(1, { edition: 'Deluxe' }), offer(2)] };
  const current = { ...GAME, name: 'Dune 2', offers: [offer(1, { edition: 'Gold' }), offer(2)] };
  const { data, conflicts } = mergeGame(GAME, draft, current);
  expect(conflicts).toEqual(['name', 'offers.1.edition']);
  expect(data).toMatchObject({ name: 'Dune II', offers: [{ edition: 'Deluxe' }, {}] });
});

it('never changes the price of a published offer', () => {
  const draft = { ...GAME, offers: [offer(1, { price: 1, priceWithDiscount: 1 }), offer(3, { price: 5 })] };
  const current = { ...GAME, offers: [offer(1, { price: 12, priceWithDiscount: 11 }), offer(2)] };
  const { data, conflicts } = mergeGame(GAME, draft, current);
  expect(conflicts).toEqual([]);
  expect(data.offers.map(({ id, price }) => [id, price])).toEqual([
    [1, 12],
    [3, 5],
  ]);
});

it('takes a field away that the draft emptied, and keeps offers that came meanwhile', () => {
  const before = { ...GAME, developer: 'Cryo' };
  const { data } = mergeGame(before, GAME, { ...before, offers: [...GAME.offers, offer(9)] });
  expect(data).not.toHaveProperty('developer');
  expect(data.offers.map(({ id }) => id)).toEqual([1, 2, 9]);
});
