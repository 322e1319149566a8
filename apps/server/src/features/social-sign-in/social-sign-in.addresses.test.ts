import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseOrigin, listOrigins } from '../../http/origins.ts';
import { returnAddress, safeReturnPath } from './social-sign-in.addresses.ts';

const SITE = 'https://oyna.example';

/** As a browser would go there: from any page, and by a link or a script. */
function expectOnSite(path: string): void {
  expect(path.startsWith('/')).toBe(true);
  for (const page of ['/', '/a/b?c#d']) {
    expect(new URL(path, `${SITE}${page}`).origin).toBe(SITE);
    expect(new URL(path, `http://localhost:3000${page}`).origin).toBe('http://localhost:3000');
  }
}

describe('the path to come back to', () => {
  it.each([
    '/',
    '/cart',
    '/catalog/31?pageNumber=2&name=a%20b#offers',
    '/games?name=%D0%B2%D0%B5%D0%B4%D1%8C%D0%BC%D0%B0%D0%BA',
    '/support#contact-point',
    '/a/b//c',
    '/?next=https://evil.example',
    '/@evil.example',
  ])('is %s when that was asked for', (path) => expect(safeReturnPath(path)).toBe(path));

  it('is written as a browser reads it', () => {
    expect(safeReturnPath('/a/../cart')).toBe('/cart');
    expect(safeReturnPath('/games?name=ведьмак')).toBe('/games?name=%D0%B2%D0%B5%D0%B4%D1%8C%D0%BC%D0%B0%D0%BA');
  });

  it.each([
    undefined,
    '',
    'cart',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://evil.example/x',
    'user:password@evil.example',
    '//user@evil.example',
    '//oyna.example@evil.example',
    '//evil.example:80',
    '//evil。example',
    '／／evil.example',
    '/\u2028/evil.example',
    '/\u200b/evil.example',
    '/\u202e//evil.example',
    '/\ud800',
    '/\u0000',
    `/${'a'.repeat(2_000)}`,
  ])('is the home page for %j', (path) => expect(safeReturnPath(path)).toBe('/'));

  it('never leaves the site, whatever is asked for', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '%5c', '%2e', '%09', '%00', ' ', '\t', '\n', '\r', '\u0000'],
      ...[
        'evil.example',
        'http',
        'https:',
        'javascript:',
        'localhost',
        '[::1]',
        'a',
        '⁄',
        '／',
        '＼',
        '。',
        '\u202e',
        '\ufeff',
      ],
    );
    const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), fc.boolean(), (text, isPath) =>
        expectOnSite(safeReturnPath(isPath ? `/${text}` : text)),
      ),
      { numRuns: 2_000 },
    );
  });

  it('stays what it is when it is asked for again', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const once = safeReturnPath(path);
        expect(safeReturnPath(once)).toBe(once);
      }),
    );
  });
});

describe('where the store is visited', () => {
  it('is by each name of this machine in the demo, so that the cookie comes along', () => {
    const origins = listOrigins({ mode: 'demo', publicUrl: 'http://localhost:3000' });
    expect(origins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']);
    expect(chooseOrigin(origins, '127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
  });

  it('is the public address, and no other', () => {
    expect(listOrigins({ mode: 'demo', publicUrl: 'http://192.168.1.5:3000' })).toEqual(['http://192.168.1.5:3000']);
    expect(listOrigins({ mode: 'production', publicUrl: 'http://localhost:3000' })).toEqual(['http://localhost:3000']);
    const origins = listOrigins({ mode: 'demo', publicUrl: 'http://localhost:3000' });
    for (const host of [undefined, '', 'evil.example', 'localhost', 'localhost:3001', 'localhost:3000@evil.example']) {
      expect(chooseOrigin(origins, host)).toBe('http://localhost:3000');
    }
  });

  it("has 'vk' in the path to which VK returns", () => {
    expect(returnAddress(SITE, 'google')).toBe('https://oyna.example/');
    expect(returnAddress(SITE, 'vk')).toBe('https://oyna.example/vk');
  });
});
