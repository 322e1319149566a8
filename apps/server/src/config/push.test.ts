import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePush } from './push.ts';

function pair() {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { VAPID_PUBLIC_KEY: curve.getPublicKey('base64url'), VAPID_PRIVATE_KEY: curve.getPrivateKey('base64url') };
}

function parse(environment: Record<string, string>, testOrigin?: string) {
  const faults: string[] = [];
  const reader = { read: (name: string) => environment[name], fault: (line: string) => void faults.push(line) };
  return { push: parsePush(reader, { email: 'help@shop.kz', testOrigin }), faults };
}

describe('web push', () => {
  it('is off in production without keys, and on with a pair', () => {
    expect(parse({})).toEqual({ push: undefined, faults: [] });
    const keys = pair();
    expect(parse(keys).push).toEqual({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
      subject: 'mailto:help@shop.kz',
      testOrigin: undefined,
    });
  });

  it('has always the same pair in the demo', () => {
    const { push } = parse({}, 'http://127.0.0.1:9');
    expect(push).toEqual(parse({}, 'http://127.0.0.1:9').push);
    expect(push?.publicKey).toMatch(/^[\w-]{87}$/);
  });

  it('needs both keys, and keys of one pair', () => {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = pair();
    const other = pair();
    for (const [environment, fault] of [
      [{ VAPID_PUBLIC_KEY }, 'VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY needs it'],
      [{ VAPID_PRIVATE_KEY }, 'VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY needs it'],
      [
        { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: other.VAPID_PRIVATE_KEY },
        'VAPID_PUBLIC_KEY is not valid: the public key of VAPID_PRIVATE_KEY is needed',
      ],
    ] as const) {
      expect(parse(environment)).toEqual({ push: undefined, faults: [fault] });
    }
  });
});
