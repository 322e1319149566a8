import { LANGUAGES } from '@oyna/domain/constants';
import { describe, expect, it } from 'vitest';
import { codeTextMessage, noticeMail } from './account-messages.mails.ts';

const reader = { storeName: 'Oyna', login: 'aigerim' };

describe.each(LANGUAGES)('a security notice in %s', (language) => {
  const textOf = (event: Parameters<typeof noticeMail>[1]) =>
    noticeMail({ ...reader, language }, event).paragraphs.join('\n');
  const resetLink = { ru: 'Забыли пароль?', en: 'Forgot your password?', kz: 'Құпиясөзді ұмыттыңыз ба?' }[language];
  const support = { ru: 'поддержку', en: 'support', kz: 'қолдау қызметіне' }[language];
  const profile = { ru: 'в профиле', en: 'in your profile', kz: 'профильде' }[language];

  it('points to the reset link and to support after a change of password', () => {
    expect(textOf('password-changed')).toContain(resetLink);
    expect(textOf('password-changed')).toContain(support);
    expect(textOf('password-changed')).not.toContain(profile);
  });

  it('points to support alone after a change of email, since a reset link would go to the new address', () => {
    expect(textOf('email-changed')).toContain(support);
    expect(textOf('email-changed')).not.toContain(resetLink);
    expect(textOf('email-changed')).not.toContain(profile);
  });

  it.each(['phone-changed', 'new-sign-in'] as const)('points to the profile after %s', (event) => {
    expect(textOf(event)).toContain(profile);
  });
});

it('keeps the English text message within the letters of a plain SMS', () => {
  expect(codeTextMessage({ ...reader, language: 'en' }, '123456')).toMatch(/^[\x20-\x7e]+$/);
});
