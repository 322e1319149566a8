import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPushAddress, lookupPublic } from './push-address.ts';

const TEST = 'http://127.0.0.1:4501';

describe('the address of a push subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('may be %s', (address) => {
    expect(isPushAddress(address)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/push/abc',
    'https://2130706433/push/abc',
    'https://0x7f.1/push/abc',
    'https://[::1]/push/abc',
    'https://[::ffff:10.0.0.1]/push/abc',
    'https://localhost/push/abc',
    'https://db.internal/push/abc',
    'https://metadata.google.internal./computeMetadata',
    'https://printer/push/abc',
    'https://fcm.googleapis.com',
    'ftp://fcm.googleapis.com/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
    `https://fcm.googleapis.com/${'a'.repeat(2_000)}`,
    `${TEST}/push/abc`,
  ])('may not be %s', (address) => {
    expect(isPushAddress(address)).toBe(false);
  });

  it('may be the stand-in where there is one, and no other address of its host', () => {
    expect(isPushAddress(`${TEST}/push/abc`, TEST)).toBe(true);
    expect(isPushAddress('http://127.0.0.1:5432/push/abc', TEST)).toBe(false);
    expect(isPushAddress('http://127.0.0.1:4501@10.0.0.1/push/abc', TEST)).toBe(false);
  });
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  'fe80::1',
  'fc00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'nonsense',
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['142.250.74.42', '8.8.8.8', '2a00:1450:4001:80b::200a'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it('refuses to connect to a name that leads to an inner address', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, resolve));
  expect(String(error)).toContain('no public address');
});
