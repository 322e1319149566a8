import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword, repeatsName } from './password-strength.ts';

const COMMON = new Set(['password', 'welcome', 'admin', 'dragon', 'пароль', 'secret']);
const isCommon = (password: string) => isCommonPassword(password, COMMON);

describe('a common password', () => {
  it.each([
    'Password!',
    'Password1!',
    '!Password',
    '1!Password2024',
    'PASSWORD@@',
    'P@ssw0rd1!',
    'Pa$$w0rd',
    'Pass!word',
    'We1come!',
    'Adm1n!!',
    'Пароль!1',
    'ＰＡＳＳword!',
    'Qwerty123!',
    'Qwerty!',
    'Qwe123!',
    'Asdfgh!1',
    'Йцукен1!',
    'Abcdef!',
    '123456Q!',
    '!1Q654321',
    'AAAAAA!',
    'Aaaa1111!',
    'Dragon2024!',
    'Qwerty987654!',
    'Password1990!',
    'A!123456',
    'K7!!!!!',
  ])('is recognised: %s', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each([
    'Secret!pass1',
    'Demo!pass1',
    'Another@pass2',
    'Correct!horse',
    'Tr0ub4dor&3x',
    'Көктем!2031-жел',
    'Dragon!Fly7Nest',
    'Password!839204',
    'Wq7!zk',
    'K7!x9@q2',
  ])('is not every password: %s', (password) => {
    expect(isCommon(password)).toBe(false);
  });

  it('is recognised in any case, with up to four digits or signs at its ends', () => {
    const decoration = fc.string({ unit: fc.constantFrom(...'0123456789!@#$%^&*'), maxLength: 4 });
    const word = fc
      .constantFrom(...COMMON)
      .chain((text) =>
        fc
          .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
          .map((upper) => [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join('')),
      );
    fc.assert(fc.property(decoration, word, decoration, (before, text, after) => isCommon(before + text + after)));
  });

  it('is decided for any text without an error, and quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (text) => typeof isCommon(text) === 'boolean'),
    );
    for (const text of ['1'.repeat(128), 'a1'.repeat(64), '!'.repeat(128)])
      expect(typeof isCommon(text)).toBe('boolean');
  });
});

describe('a password that repeats a name', () => {
  const person = { login: 'Aida_95', email: 'aida.beket@example.kz' };

  it.each(['Aida_95!', 'AIDA!1', 'A1da!2024', 'Aida.beket@example.kz', 'Aida.Beket1!', 'AidaBeket!', '!1aidaBEKET'])(
    'is recognised: %s',
    (password) => {
      expect(repeatsName(password, person)).toBe(true);
    },
  );

  it.each(['Aidana!sings7', 'Example!kz7', 'Beket!1aida7x'])('is not one that only contains it: %s', (password) => {
    expect(repeatsName(password, person)).toBe(false);
  });

  it('is not found where the name has neither letters nor digits, or there is no address', () => {
    expect(repeatsName('Secret!pass1', { login: '!!!', email: null })).toBe(false);
    expect(repeatsName('!!!!!!A', { login: '___' })).toBe(false);
  });

  it('is recognised for every login that is its own password', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcxyzжқ019_-.'), minLength: 1, maxLength: 20 }), (login) => {
        fc.pre(/[\p{L}\p{N}]/u.test(login));
        return repeatsName(login.toUpperCase(), { login }) && repeatsName(`${login}!`, { login });
      }),
    );
  });
});
