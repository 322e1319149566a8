import { KEY_PLATFORMS, listKeyMasks } from '@oyna/domain/key-formats';
import { expect, it } from 'vitest';
import { looksLikeKey } from './key-text.ts';

it('knows a key of every platform that is written with dashes', () => {
  const masks = KEY_PLATFORMS.flatMap((platform) => listKeyMasks({ type: 'Key', platform }));
  const dashed = masks.filter((mask) => mask.includes('-'));
  expect(dashed.length).toBeGreaterThan(10);
  for (const mask of dashed) {
    expect(looksLikeKey(` ${mask} `), mask).toBe(true);
    expect(looksLikeKey(mask.toLowerCase().replace('x', '7')), mask).toBe(true);
  }
});

it('knows a key of every platform that is written without dashes', () => {
  const masks = KEY_PLATFORMS.flatMap((platform) => listKeyMasks({ type: 'Key', platform }));
  for (const mask of new Set(masks.map((found) => found.replaceAll('-', '')))) {
    const key = [...mask].map((place, index) => (place === 'X' ? 'K7Q3MW9ZT2'[index % 10] : place)).join('');
    expect(looksLikeKey(`${key}\n`), key).toBe(true);
    expect(looksLikeKey(key.toLowerCase()), key).toBe(true);
  }
  expect(looksLikeKey('QWRTYPLKJHGFDSZ'), 'capital letters only').toBe(true);
});

it('lets through what operators search for', () => {
  const wanted = [
    'half-life-alyx',
    'Spider-Man',
    'OY-7K2M',
    '+7 701 123-45-67',
    '701-123-4567',
    'buyer@example.com',
    '#10012',
    'te_00012',
    'OY7K2M21',
    'Cyberpunk2077',
    'counterstrike',
    'BATTLEGROUND',
    'Battlegrounds 2',
    'player2010almaty',
    'asel.dauletova1999',
    '77011234567',
    '870112345678',
    '4400123412341234',
  ];
  const uuid = '0190f3d2-7c1a-7b3e-9c55-1d2e3f4a5b6c';
  for (const text of [...wanted, uuid]) expect(looksLikeKey(text), text).toBe(false);
});
