import { describe, expect, it } from 'vitest';
import { readSignInReturn, safePath } from './return-address.ts';

const read = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://store.test');
  return readSignInReturn({ pathname, search, hash });
};

describe('the return from a provider', () => {
  it.each([
    ['/?code=c&state=s', 'google', ''],
    ['/?code=c&state=s&scope=openid%20email', 'google', ''],
    ['/vk?code=c&state=s&device_id=d', 'vk', 'd'],
    ['/?code=c&state=s&device_id=d#vk', 'vk', 'd'],
    ['/#vk?code=c&state=s&device_id=d', 'vk', 'd'],
    ['/#/vk?code=c&state=s', 'vk', ''],
    ['/#code=c&state=s&device_id=d', 'vk', 'd'],
    ['/vk#code=c&state=s', 'vk', ''],
  ])('is read from %s', (address, provider, deviceId) => {
    expect(read(address)).toEqual({ provider, code: 'c', state: 's', deviceId });
  });

  it('is not mistaken for VK by letters inside a code', () => {
    expect(read('/?code=avkb&state=vk')).toMatchObject({ provider: 'google', code: 'avkb' });
    expect(read('/?code=a&state=s#x=vk')).toMatchObject({ provider: 'google' });
  });

  it('may be a refusal', () => {
    expect(read('/?error=access_denied&state=s')).toEqual({ provider: 'google', error: 'access_denied' });
    expect(read('/#vk?error=access_denied&state=s')).toEqual({ provider: 'vk', error: 'access_denied' });
  });

  it.each(['/', '/?name=code', '/#offers', '/?code=&state=s', '/?error=x', '/vk', '/catalog?categoryname=vk'])(
    'is not seen in %s',
    (address) => expect(read(address)).toBeUndefined(),
  );
});

describe('where to go afterwards', () => {
  it.each(['/', '/cart', '/catalog?name=a&pageNumber=2#offers', '/catalog/7'])('may be %s', (path) =>
    expect(safePath(path)).toBe(path),
  );

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', undefined, '/a\nb', '/a\\b'])(
    'is never %j',
    (path) => expect(safePath(path)).toBe('/'),
  );
});
