import { expect, it } from 'vitest';
import { deviceName, isPhone } from './device-name.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/17.5 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/124.0 YaBrowser/24.6 Safari/537.36', 'Yandex, Windows'],
  ['curl/8.0', undefined],
  ['', undefined],
])('knows %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

it('recognises phones and tablets', () => {
  expect(isPhone('Mozilla/5.0 (Linux; Android 14; K)')).toBe(true);
  expect(isPhone('Mozilla/5.0 (Windows NT 10.0)')).toBe(false);
});
