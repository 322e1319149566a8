import { describe, expect, it } from 'vitest';
import { MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_TOPICS } from './constants.ts';
import { cleanSupportMessage, validateSupportMessage } from './support-message.ts';

const GOOD = { name: 'Әсел', email: 'asel@example.kz', topic: 'order', message: 'Кілт жұмыс істемейді.\nКөмектесіңіз' };

describe('a message to support', () => {
  it.each(SUPPORT_TOPICS)('may be about %s', (topic) => {
    expect(validateSupportMessage({ ...GOOD, topic })).toEqual({});
  });

  it('loses the blanks around what was typed, and nothing within', () => {
    const typed = { name: ' Әсел ', email: ' asel@example.kz\n', topic: 'order', message: '\n a\n b \n' };
    expect(cleanSupportMessage(typed)).toEqual({ ...typed, name: 'Әсел', email: 'asel@example.kz', message: 'a\n b' });
  });

  it('names every field that is at fault, and no other', () => {
    expect(validateSupportMessage({ name: '', email: 'a@b', topic: 'weather', message: ' \n ' })).toEqual({
      name: 'name-err',
      email: 'email-invalid',
      topic: 'topic-invalid',
      message: 'message-invalid',
    });
    expect(validateSupportMessage({ ...GOOD, email: 'asel@example.kz,boss@example.kz' })).toEqual({
      email: 'email-invalid',
    });
  });

  it('has lines and any letters, but no control characters', () => {
    expect(validateSupportMessage({ ...GOOD, message: 'Ә\n\tҒ\r\n😀' })).toEqual({});
    for (const sign of ['\u0000', '\u0007', '\ud800', '\u0085'])
      expect(validateSupportMessage({ ...GOOD, message: `a${sign}b` })).toEqual({ message: 'message-invalid' });
  });

  it('is as long as the limit and not longer, counted in characters', () => {
    expect(validateSupportMessage({ ...GOOD, message: '😀'.repeat(MAX_SUPPORT_MESSAGE_LENGTH) })).toEqual({});
    expect(validateSupportMessage({ ...GOOD, message: 'x'.repeat(MAX_SUPPORT_MESSAGE_LENGTH + 1) })).toEqual({
      message: 'message-invalid',
    });
  });
});
