import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeOf, createSecret, toProfile } from './sign-in.ts';

describe('PKCE', () => {
  it('makes the challenge of the standard', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('takes 256 random bits for every secret, in the alphabet of a verifier', () => {
    const secrets = Array.from({ length: 1000 }, createSecret);
    expect(new Set(secrets).size).toBe(1000);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  });
});

describe('a profile', () => {
  const said = { email: 'a@b.kz', emailVerified: true, firstName: 'А', lastName: 'Б', avatarUrl: 'https://c.kz/d.png' };

  it('holds what was said', () => {
    expect(toProfile('google', '1', said)).toEqual({
      provider: 'google',
      subject: '1',
      email: 'a@b.kz',
      emailVerified: true,
      firstName: 'А',
      lastName: 'Б',
      avatarUrl: 'https://c.kz/d.png',
    });
  });

  it('leaves out what is not there, and then nothing is verified', () => {
    const nothing = { email: undefined, firstName: null, lastName: 5, avatarUrl: [] };
    expect(toProfile('vk', '1', { ...said, ...nothing })).toEqual({
      provider: 'vk',
      subject: '1',
      emailVerified: false,
    });
  });

  it.each([
    '',
    'a',
    '@',
    'a@',
    '@b',
    'a b@c.kz',
    'a@b@c',
    'a@b\u0000.kz',
    'a@b.kz\n',
    '\u202ea@b.kz',
    `${'a'.repeat(250)}@b.kz`,
  ])('takes %j for no address', (email) => {
    expect(toProfile('google', '1', { ...said, email })).not.toHaveProperty('email');
  });

  it.each([
    '',
    'http://c.kz/d.png',
    'javascript:alert(1)',
    'data:image/png;base64,',
    '//c.kz',
    `https://c.kz/${'d'.repeat(2048)}`,
  ])('takes %j for no picture', (avatarUrl) => {
    expect(toProfile('google', '1', { ...said, avatarUrl })).not.toHaveProperty('avatarUrl');
  });

  it('cuts names and cleans them, whatever they are', () => {
    expect(toProfile('vk', '1', { ...said, firstName: '  Ай\u0000 \u202e\n Сұлу ' }).firstName).toBe('Ай Сұлу');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aЖқ \n\u0000\u202e\ud83c\udfae', '🎮'), maxLength: 500 }),
        (name) => {
          const { firstName = 'x' } = toProfile('vk', '1', { ...said, firstName: name });
          expect([...firstName].length).toBeLessThanOrEqual(100);
          expect(firstName).not.toMatch(/^\s|\s$|\p{C}/u);
          expect(firstName.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
