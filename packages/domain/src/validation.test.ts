import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AVATAR_MAX_BYTES } from './constants.ts';
import { ERRORS } from './errors.ts';
import {
  cleanText,
  isAmountKeyAllowed,
  normalizePhone,
  normalizePromoCode,
  validateAvatar,
  validateBirthDate,
  validateCountry,
  validateEmail,
  validateLogin,
  validateName,
  validatePassword,
  validatePasswordChange,
  validatePaymentMethod,
  validatePhone,
  validatePromoCode,
  validatePubgAmount,
  validatePubgTopUp,
  validatePubgUid,
  validateRegistration,
  validateSignIn,
  validateSteamAmount,
  validateSteamLogin,
  validateSurname,
} from './validation.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('a login', () => {
  it('is any text that is not empty', () => {
    for (const login of ['demo', 'Айгерім', 'a b', '名前', 'x'.repeat(100)])
      expect(validateLogin(login)).toBeUndefined();
    for (const login of ['', '   ', 'x'.repeat(101)]) expect(validateLogin(login)).toBe('login-invalid');
  });

  it('has nothing invisible in it, and nothing around it', () => {
    for (const login of ['a\u0000b', 'a\u202eb', 'a\u200bb', 'a\ud800', ' demo', 'demo\n']) {
      expect(validateLogin(login)).toBe('login-invalid');
    }
  });

  it('is written one way after cleaning', () => {
    expect(cleanText('  Йод ')).toBe('Йод'.normalize('NFC'));
    expect(validateLogin(cleanText(' demo '))).toBeUndefined();
  });
});

describe('a password', () => {
  it('has six characters, an uppercase letter and a symbol', () => {
    expect(validatePassword('Demo!pass1')).toBeUndefined();
    expect(validatePassword('Abcde!')).toBeUndefined();
    expect(validatePassword('Abcd!')).toBe('password-invalid');
    expect(validatePassword('abcdef!')).toBe('password-invalid');
    expect(validatePassword('Abcdefg')).toBe('password-invalid');
    expect(validatePassword('')).toBe('password-invalid');
  });

  it.each([...'!@#$%^&*'])('may have %s for a symbol', (symbol) => {
    expect(validatePassword(`Abcdef${symbol}`)).toBeUndefined();
  });

  it.each([...'()-_+=?., '])('may not have %o for a symbol', (symbol) => {
    expect(validatePassword(`Abcdef${symbol}`)).toBe('password-invalid');
  });

  it.each([...'ЯӘҒҚҢӨҰҮҺІÄ'])('may have %s for its uppercase letter', (letter) => {
    expect(validatePassword(`${letter}пароль!`)).toBeUndefined();
    expect(validatePassword(`${letter.toLowerCase()}пароль!`)).toBe('password-invalid');
  });

  it('counts characters, not halves of them, and has an end', () => {
    expect(validatePassword('A!😀😀')).toBe('password-invalid');
    expect(validatePassword(`A!${'x'.repeat(126)}`)).toBeUndefined();
    expect(validatePassword(`A!${'x'.repeat(127)}`)).toBe('password-invalid');
  });
});

describe('an e-mail address', () => {
  it.each([
    'a@b.kz',
    'first.last+tag@mail.example.com',
    "o'neil@example.com",
    'почта@пример.рф',
    'x@xn--80ak6aa92e.com',
  ])('may be %s', (email) => {
    expect(validateEmail(email)).toBeUndefined();
  });

  it.each([
    '',
    'a',
    'a@',
    '@b.kz',
    'a@b',
    'a@b.',
    'a@.kz',
    'a@b..kz',
    'a@b.k',
    'a b@c.kz',
    ' a@b.kz',
    'a@b.kz ',
    'a@@b.kz',
    'a@b@c.kz',
    'a@b.kz\nBcc: x@y.kz',
    'a,x@b.kz',
    '<a@b.kz>',
    'a;x@b.kz',
    'a\u0000@b.kz',
    'a@maİl.kz',
    'İ@b.kz',
    `${'a'.repeat(65)}@b.kz`,
    `a@${'b.'.repeat(130)}kz`,
  ])('may not be %o', (email) => {
    expect(validateEmail(email)).toBe('email-invalid');
  });

  it('is as long as the mail protocol allows and no longer', () => {
    const label = 'b'.repeat(63);
    const longest = `${'a'.repeat(58)}@${label}.${label}.${label}.kz`;
    expect(longest).toHaveLength(253);
    expect(validateEmail(`a${longest}`)).toBeUndefined();
    expect(validateEmail(`aa${longest}`)).toBe('email-invalid');
    expect(validateEmail(`a@b${label}.kz`)).toBe('email-invalid');
    expect(validateEmail(`a@kz.${label}`)).toBeUndefined();
    expect(validateEmail(`a@kz.b${label}`)).toBe('email-invalid');
  });

  it('is checked in one pass, however long it is', () => {
    // A check that reads such a text again from every place takes hours and not milliseconds.
    expect(validateEmail(`a@${'a.'.repeat(2_000_000)}@`)).toBe('email-invalid');
    expect(validateEmail(`${'a'.repeat(4_000_000)}@`)).toBe('email-invalid');
  });
});

describe('signing in and registering', () => {
  it('has one message for a bad sign-in', () => {
    expect(validateSignIn({ login: 'demo', password: 'Demo!pass1' })).toBeUndefined();
    expect(validateSignIn({ login: ' demo ', password: 'Demo!pass1' })).toBeUndefined();
    expect(validateSignIn({ login: ' ', password: 'Demo!pass1' })).toBe('auth-error');
    expect(validateSignIn({ login: 'demo', password: 'demo' })).toBe('auth-error');
  });

  it('names each wrong field of a registration', () => {
    const good = { login: 'demo', email: 'a@b.kz', password: 'Demo!pass1', countryId: 1 };
    expect(validateRegistration(good)).toEqual({});
    expect(validateRegistration({ ...good, email: 'a' })).toEqual({ email: 'email-invalid' });
    expect(validateRegistration({ login: '', email: '', password: '', countryId: '' })).toEqual({
      login: 'login-invalid',
      email: 'email-invalid',
      password: 'password-invalid',
      countryId: 'country-invalid',
    });
  });

  it('requires a country', () => {
    for (const id of [1, '1', 'KZ']) expect(validateCountry(id)).toBeUndefined();
    for (const id of [0, -1, 1.5, Number.NaN, '', ' ', null, undefined])
      expect(validateCountry(id)).toBe('country-invalid');
  });
});

describe('a Steam top-up', () => {
  it('takes letters, digits and the symbols of the spec for a login', () => {
    for (const login of ['gaben', 'User_01', '!@#$%^&*_+(),.?":{}|<>', 'x'.repeat(64)]) {
      expect(validateSteamLogin(login)).toBeUndefined();
    }
    for (const login of ['', ' ', 'a b', 'a-b', "a'b", 'гейб', 'a\n', 'a/b', 'x'.repeat(65)]) {
      expect(validateSteamLogin(login)).toBe('steam-login-invalid');
    }
  });

  it('takes digits only for an amount', () => {
    for (const amount of ['1000', '1', 1000, '1000000']) expect(validateSteamAmount(amount)).toBeUndefined();
    for (const amount of ['', '0', '000', '-5', '1.5', '1e3', ' 5', '٣', 0, -1, 1.5, Number.NaN, 1e21, '1000001']) {
      expect(validateSteamAmount(amount)).toBe('steam-amount-invalid');
    }
  });

  it('lets digits, editing, navigation and shortcuts into the amount field, and nothing else', () => {
    const press = (key: string, modifiers = {}) =>
      isAmountKeyAllowed({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });
    for (const key of [...'0123456789', 'Backspace', 'Delete', 'Tab', 'Enter', 'ArrowLeft', 'Home', 'End', 'F5']) {
      expect(press(key), key).toBe(true);
    }
    for (const key of ['a', 'A', 'e', '-', '+', '.', ',', ' ', '٣', '😀', 'Dead', 'ё'])
      expect(press(key), key).toBe(false);
    for (const key of ['a', 'c', 'v']) {
      expect(press(key, { ctrlKey: true })).toBe(true);
      expect(press(key, { metaKey: true })).toBe(true);
      expect(press(key, { altKey: true })).toBe(false);
      expect(press(key, { ctrlKey: true, altKey: true })).toBe(false);
    }
  });
});

describe('a PUBG top-up', () => {
  it('takes digits only for a player', () => {
    for (const uid of ['5123456789', '1'.repeat(20)]) expect(validatePubgUid(uid)).toBeUndefined();
    for (const uid of ['', 'abc', '12 3', '-1', '1.0', '٣', '1'.repeat(21)])
      expect(validatePubgUid(uid)).toBe('pubg-uid-invalid');
  });

  it('takes an amount of the list', () => {
    expect(validatePubgAmount(5)).toBeUndefined();
    expect(validatePubgAmount('5', [4, 5])).toBeUndefined();
    expect(validatePubgAmount(6, [4, 5])).toBe('pubg-amount-invalid');
    for (const none of [undefined, null, '', 0]) expect(validatePubgAmount(none)).toBe('pubg-amount-invalid');
  });

  it('names each wrong field by its own key', () => {
    expect(validatePubgTopUp({ uid: '1', productId: 5, method: 0 }, [5], 2)).toEqual({});
    expect(validatePubgTopUp({ uid: '', productId: undefined, method: -1 }, [5], 2)).toEqual({
      uid: 'pubg-uid-invalid',
      productId: 'pubg-amount-invalid',
      method: 'pubg-payment-method-invalid',
    });
  });
});

describe('a payment method', () => {
  it('is one of those offered', () => {
    expect(validatePaymentMethod(0, 2)).toBeUndefined();
    expect(validatePaymentMethod(1, 2)).toBeUndefined();
    for (const index of [-1, 2, 0.5, Number.NaN]) {
      expect(validatePaymentMethod(index, 2)).toBe('payment-method-invalid');
    }
  });
});

describe('a promo code', () => {
  it('is the same in any case and with spaces around it', () => {
    expect(normalizePromoCode(' oYna10 ')).toBe('OYNA10');
    expect(normalizePromoCode('скидка')).toBe(normalizePromoCode('СКИДКА'));
    fc.assert(
      fc.property(anyText, (code) => normalizePromoCode(normalizePromoCode(code)) === normalizePromoCode(code)),
    );
  });

  it('does not change when it is normalised twice, with any letter', () => {
    const changed = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => normalizePromoCode(String.fromCodePoint(point)))
      .filter((code) => normalizePromoCode(code) !== code);
    expect(changed).toEqual([]);
  });

  it('cannot be empty or endless', () => {
    expect(validatePromoCode(' OYNA10 ')).toBeUndefined();
    for (const code of ['', '  ', 'A\u0000', 'X'.repeat(65)]) expect(validatePromoCode(code)).toBe('promocode-error');
  });
});

describe('a profile', () => {
  it('has a name and a surname', () => {
    expect(validateName('Әлия')).toBeUndefined();
    expect(validateName('')).toBe('name-err');
    expect(validateName(' ')).toBe('name-err');
    expect(validateSurname("O'Neil")).toBeUndefined();
    expect(validateSurname('')).toBe('surname-err');
    expect(validateSurname('A\u0000')).toBe('surname-err');
  });

  it('has a birthday in the past', () => {
    const now = new Date('2026-05-15T12:00:00Z');
    for (const date of [
      { day: 29, month: 2, year: 2004 },
      { day: 15, month: 5, year: 2026 },
      { day: 1, month: 1, year: 1900 },
    ]) {
      expect(validateBirthDate(date, now)).toBeUndefined();
    }
    for (const date of [
      { day: 29, month: 2, year: 2005 },
      { day: 16, month: 5, year: 2026 },
      { day: 1, month: 1, year: 1899 },
      { day: Number.NaN, month: 1, year: 2000 },
    ]) {
      expect(validateBirthDate(date, now)).toBe('birth-date-invalid');
    }
  });

  it('has one spelling of a phone number', () => {
    for (const phone of ['8 (701) 123-45-67', '+7 701 123 45 67', '77011234567']) {
      expect(normalizePhone(phone)).toBe('+77011234567');
      expect(validatePhone(phone)).toBeUndefined();
    }
    expect(validatePhone('+994 50 123 45 67')).toBeUndefined();
    for (const phone of ['', '123', 'phone', '+7701123456789012', '++77011234567', '+0123456789']) {
      expect(validatePhone(phone)).toBe('phone-invalid');
    }
  });

  it('changes a password only for a good one written twice', () => {
    const next = 'Demo!pass2';
    expect(validatePasswordChange({ current: 'x', next, repeated: next })).toEqual({});
    expect(validatePasswordChange({ current: '', next: '', repeated: '' })).toEqual({
      current: 'pass-err',
      next: 'pass-err',
      repeated: 'pass-err',
    });
    expect(validatePasswordChange({ current: 'x', next: 'weak', repeated: 'week' })).toEqual({
      next: 'password-invalid',
      repeated: 'password-mismatch',
    });
  });

  it('takes a picture of the spec’s kinds, up to five megabytes', () => {
    for (const kind of ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'PNG']) {
      expect(validateAvatar({ name: `me.${kind}`, size: 1000 })).toBeUndefined();
    }
    for (const name of ['me.exe', 'me.png.exe', 'png', 'me.', '', 'me.svgz']) {
      expect(validateAvatar({ name, size: 1000 })).toBe('avatar-type-invalid');
    }
    expect(validateAvatar({ name: 'me.png', size: AVATAR_MAX_BYTES })).toBeUndefined();
    expect(validateAvatar({ name: 'me.png', size: AVATAR_MAX_BYTES + 1 })).toBe('payload-too-large');
  });
});

describe('every rule', () => {
  const rules = {
    validateLogin,
    validatePassword,
    validateEmail,
    validateCountry,
    validateSteamLogin,
    validateSteamAmount,
    validatePubgUid,
    validatePubgAmount,
    validatePromoCode,
    validateName,
    validateSurname,
    validatePhone,
    validateAvatar: (name: string) => validateAvatar({ name, size: 0 }),
    validateSignIn: (text: string) => validateSignIn({ login: text, password: text }),
  };

  it.each(Object.entries(rules))('%s answers a known code or nothing, whatever is typed', (_, rule) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const code = rule(text);
        expect(code === undefined || Object.hasOwn(ERRORS, code)).toBe(true);
      }),
    );
  });

  it('lets no NUL through to the database', () => {
    const stored = [
      validateLogin,
      validateEmail,
      validateSteamLogin,
      validatePubgUid,
      validateName,
      validateSurname,
      validatePromoCode,
    ];
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        for (const rule of stored) expect(rule(`a${before}\u0000${after}a`)).toBeDefined();
      }),
    );
  });
});
