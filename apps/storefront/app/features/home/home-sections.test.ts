import type { Group } from '@oyna/api-client/models';
import { describe, expect, it } from 'vitest';
import { arrangeHome, splitGroups } from './home-sections.ts';

type Game = Group['games'][number];
const gameOf = (id: number) => ({ gameId: id, gameName: `Game ${id}` }) as Game;
const group = (name: string, ids = [1]) => ({ name, title: name, games: ids.map(gameOf) }) as Group;
const toCard = ({ gameId }: Game) => ({ id: gameId });
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

it('shows the slider apart, popular first, the others as they come', () => {
  const { slides, rails } = splitGroups([group('new'), group('popular'), group('Slider'), group('discounts')]);
  expect(slides).toEqual([gameOf(1)]);
  expect(rails.map(({ name }) => name)).toEqual(['popular', 'new', 'discounts']);
});

it('does without a slider and leaves out groups that are empty', () => {
  const { slides, rails } = splitGroups([group('new', []), group('popular')]);
  expect(slides).toEqual([]);
  expect(rails.map(({ name }) => name)).toEqual(['popular']);
});

describe('the sections of the home page', () => {
  const groups = [
    group('Slider', [1, 2]),
    group('popular', range(1, 12)),
    group('discounts', range(8, 12)),
    group('new', range(30, 9)),
    group('gift-cards', range(50, 3)),
    group('subscriptions', range(60, 4)),
    group('two-only', [70, 71]),
    group('repeats', [1, 2, 3, 4, 72]),
  ];
  const none = { showcase: undefined, affordable: [], platforms: [] };
  const showcase = {
    topSellers: [8, 3, 30, 2, 5].map(gameOf),
    deal: { game: gameOf(9), endsAt: '2026-12-01T00:00:00Z' },
  };
  const full = {
    groups,
    showcase,
    affordable: [8, 60, 80, 81, 82].map(gameOf),
    platforms: [{ value: 'Steam', count: 4, isMore: false }],
  };
  const idsOf = (data: Parameters<typeof arrangeHome>[0]) =>
    arrangeHome(data, toCard).sections.flatMap((section) => [
      ...('games' in section ? section.games.map(({ id }) => id) : []),
      ...('deal' in section ? [section.deal.id] : []),
    ]);

  it('show no game twice', () => {
    for (const data of [full, { ...full, ...none, groups }]) {
      const ids = idsOf(data);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(20);
    }
  });

  it('keep the whole ranking in its order, and popular does without its games', () => {
    const { sections } = arrangeHome(full, toCard);
    expect(sections.map(({ kind }) => kind).slice(0, 3)).toEqual(['rail', 'ranking', 'deals']);
    const [first, second] = sections;
    expect(second?.kind === 'ranking' && second.games.map(({ id }) => id)).toEqual([8, 3, 30, 2, 5]);
    expect(first?.kind === 'rail' && first.games.map(({ id }) => id)).toEqual([1, 4, 6, 7, 10, 11, 12]);
  });

  it('have a form for discounts with a deal, gift cards and subscriptions', () => {
    const kinds = arrangeHome(full, toCard).sections.map((section) =>
      'name' in section ? `${section.name} ${section.kind}` : section.kind,
    );
    expect(kinds).toEqual([
      'popular rail',
      'ranking',
      'discounts deals',
      'new rail',
      'platforms',
      'affordable',
      'gift-cards brands',
      'subscriptions wide',
      'two-only rail',
    ]);
  });

  it('show the discounts as a row without a deal, and no ranking without sales', () => {
    const kinds = arrangeHome({ ...none, groups }, toCard).sections.map(({ kind }) => kind);
    expect(kinds).not.toContain('deals');
    expect(kinds).not.toContain('ranking');
  });

  it('leave out a group that has lost its games, not one that is small', () => {
    const names = arrangeHome(full, toCard).sections.flatMap((section) => ('name' in section ? [section.name] : []));
    expect(names).not.toContain('repeats');
    expect(names).toContain('two-only');
  });
});
