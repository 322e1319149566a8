import { describe, expect, it } from 'vitest';
import { cleanGift, type GiftForm, lastGiftDay, validateGift } from './gift.ts';

// 23:30 of 30 December in Greenwich is 04:30 of the 31st in Almaty.
const NOW = new Date('2026-12-30T23:30:00Z');
const FORM: GiftForm = {
  channel: 'email',
  giverName: 'Aigerim',
  recipientName: 'Masha',
  email: 'masha@example.com',
  message: 'Happy birthday!',
  day: '2026-12-31',
};
const faults = (changed: Partial<GiftForm>) => validateGift({ ...FORM, ...changed }, NOW);

describe('the day of a gift', () => {
  it('is a day of the store, from today to a year ahead', () => {
    expect(lastGiftDay(NOW)).toBe('2028-01-01');
    // A field without a fault is not named: the service refuses a gift with a name in the answer.
    expect(faults({})).toStrictEqual({});
    expect(faults({ day: '2028-01-01' })).toEqual({});
    for (const day of ['2026-12-30', '2028-01-02', '2027-02-29', '2027-13-01', 'tomorrow', '', '2027-1-1']) {
      expect(faults({ day }), day).toEqual({ day: 'gift-day-invalid' });
    }
  });
});

describe('the words of a gift', () => {
  it('are short and hold no links, because the store mails them to a stranger', () => {
    expect(faults({ giverName: '', recipientName: '', message: '' })).toEqual({});
    expect(faults({ message: 'ы'.repeat(300) })).toEqual({});
    for (const message of ['ы'.repeat(301), 'win at spam.com', 'https://x', 'a\u0000b']) {
      expect(faults({ message }), message).toEqual({ message: 'gift-message-invalid' });
    }
    expect(faults({ giverName: 'Bank www.bank.kz' })).toEqual({ giverName: 'gift-name-invalid' });
    expect(faults({ recipientName: 'n'.repeat(61) })).toEqual({ recipientName: 'gift-name-invalid' });
  });

  it('go to an address only when the gift is mailed', () => {
    expect(faults({ email: 'nowhere' })).toEqual({ email: 'email-invalid' });
    expect(faults({ channel: 'link', email: '' })).toEqual({});
    expect(cleanGift({ ...FORM, channel: 'link' }).email).toBe('');
  });

  it('are cleaned of what is not seen', () => {
    const cleaned = cleanGift({ ...FORM, giverName: ' A \n B ', message: ' one\r\n\r\n\r\n\r\ntwo ' });
    expect(cleaned).toMatchObject({ giverName: 'A B', message: 'one\n\ntwo' });
    expect(cleanGift({ ...FORM, message: 'one\rtwo' }).message).toBe('one\ntwo');
  });

  it('hide no link behind a character without a shape, and do not turn around what follows', () => {
    const hidden = { giverName: 'evil\u200b.com', recipientName: 'evil\u2060.com', message: 'go to evil\u00ad.com' };
    expect(validateGift(cleanGift({ ...FORM, ...hidden }), NOW)).toEqual({
      giverName: 'gift-name-invalid',
      recipientName: 'gift-name-invalid',
      message: 'gift-message-invalid',
    });
    const turned = cleanGift({
      ...FORM,
      giverName: '\u202eAigerim',
      recipientName: '\u2067Masha',
      message: '\u202eHi',
    });
    expect(turned).toMatchObject({ giverName: 'Aigerim', recipientName: 'Masha', message: 'Hi' });
  });
});
