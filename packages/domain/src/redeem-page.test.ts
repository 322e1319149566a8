import { expect, it } from 'vitest';
import { redeemPage } from './redeem-page.ts';

it('opens the page of the platform with the key in its address', () => {
  expect(redeemPage({ platform: 'Steam', type: 'Key' }, 'AAAAA-BBBBB-CCCCC')).toBe(
    'https://store.steampowered.com/account/registerkey?key=AAAAA-BBBBB-CCCCC',
  );
  expect(redeemPage({ platform: 'GOG', type: 'Key' }, 'A B')).toBe('https://www.gog.com/redeem/A%20B');
  expect(redeemPage({ platform: 'Google Play', type: 'Services' }, 'A1B2+C3')).toBe(
    'https://play.google.com/redeem?code=A1B2%2BC3',
  );
});

it('is the same page without a key', () => {
  for (const product of [
    { platform: 'Steam', type: 'Key' },
    { platform: 'GOG', type: 'Key' },
    { platform: 'Google Play', type: 'Services' },
  ]) {
    const page = redeemPage(product) ?? '';
    expect(page).toMatch(/^https:[\w/.]+$/);
    expect(redeemPage(product, 'KEY')?.startsWith(page)).toBe(true);
  }
});

it('never lets a key change the address', () => {
  const page = redeemPage({ platform: 'Steam', type: 'Key' }, 'X&next=//evil#?/../');
  expect(new URL(page ?? '').searchParams.get('key')).toBe('X&next=//evil#?/../');
  const path = redeemPage({ platform: 'GOG', type: 'Key' }, '../../evil?x#y');
  expect(new URL(path ?? '').pathname).toBe('/redeem/..%2F..%2Fevil%3Fx%23y');
});

it.each([
  { platform: 'Steam', type: 'Services' },
  { platform: 'Google Play', type: 'Key' },
  { platform: 'PlayStation', type: 'Key' },
  { platform: 'constructor', type: 'Key' },
])('has no page for $platform, $type', (product) => expect(redeemPage(product, 'KEY')).toBeUndefined());
