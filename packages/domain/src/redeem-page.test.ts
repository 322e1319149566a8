import { expect, it } from 'vitest';
import { redeemPage } from './redeem-page.ts';

it('opens the page of the platform with the key in its address', () => {
  expect(redeemPage({ platform: 'Steam', type: 'Key' }, 'AAAAA-BBBBB-CCCCC')).toBe(
    'https://store.steampowered.com/account/registerkey?key=AAAAA-BBBBB-CCCCC',
  );
  expect(redeemPage({ platform: 'GOG', type: 'Key' }, 'A B')).toBe('https://www.gog.com/redeem/A%20B');
});

it('never lets a key change the address', () => {
  const page = redeemPage({ platform: 'Steam', type: 'Key' }, 'X&next=//evil#?/../');
  expect(new URL(page ?? '').searchParams.get('key')).toBe('X&next=//evil#?/../');
  const path = redeemPage({ platform: 'GOG', type: 'Key' }, '../../evil?x#y');
  expect(new URL(path ?? '').pathname).toBe('/redeem/..%2F..%2Fevil%3Fx%23y');
});

it.each([
  { platform: 'Steam', type: 'Services' },
  { platform: 'PlayStation', type: 'Key' },
  { platform: 'constructor', type: 'Key' },
])('has no page for $platform, $type', (product) => expect(redeemPage(product, 'KEY')).toBeUndefined());
