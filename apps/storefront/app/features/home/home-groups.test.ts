import type { Group } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { splitGroups } from './home-groups.ts';

const game = { id: 1 } as Group['games'][number];
const group = (name: string, games = [game]) => ({ name, title: name, games }) as Group;

it('shows the slider apart, popular first, the others as they come', () => {
  const { slides, rails } = splitGroups([group('new'), group('popular'), group('Slider'), group('discounts')]);
  expect(slides).toEqual([game]);
  expect(rails.map(({ name }) => name)).toEqual(['popular', 'new', 'discounts']);
});

it('does without a slider and leaves out groups that are empty', () => {
  const { slides, rails } = splitGroups([group('new', []), group('popular')]);
  expect(slides).toEqual([]);
  expect(rails.map(({ name }) => name)).toEqual(['popular']);
});
