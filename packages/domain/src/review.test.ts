import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanReview,
  hasLink,
  hasListedWord,
  INITIAL_REVIEW_RULES,
  MAX_REVIEW_LENGTH,
  MAX_REVIEW_WORDS,
  parseReviewRules,
  planReview,
  ratingOf,
  validateReview,
} from './review.ts';

const GOOD = { rating: 5, nickname: 'Әсел_07', text: 'Кілт бірден келді, бәрі жұмыс істейді.' };

describe('a review', () => {
  it('is good with a rating, a name and a text', () => {
    expect(validateReview(GOOD)).toEqual({});
    expect(validateReview({ ...GOOD, nickname: 'A b', text: 'x'.repeat(MAX_REVIEW_LENGTH) })).toEqual({});
    expect(validateReview({ ...GOOD, text: `2 < 3 && 4 > 3: <script>alert(1)</script>` })).toEqual({});
  });

  it.each([
    ['rating', 'review-rating-invalid', [0, 6, 4.5, -1, Number.NaN, Number.POSITIVE_INFINITY]],
    ['nickname', 'review-nickname-invalid', ['', 'x', 'x'.repeat(31), '<b>', 'a@b.kz', '...', 'oyna.kz', 'a\u202eb']],
    [
      'text',
      'review-text-invalid',
      ['', 'too short', 'x'.repeat(MAX_REVIEW_LENGTH + 1), `NUL \u0000 ${'x'.repeat(20)}`],
    ],
  ])('is refused for its %s', (field, code, values) => {
    for (const value of values)
      expect(validateReview({ ...GOOD, [field]: value }), String(value)).toEqual({ [field]: code });
  });

  it('needs letters that a reader sees', () => {
    const review = (text: string, nickname = 'Aida') => cleanReview({ rating: 5, nickname, text });
    expect(validateReview(review('\u200b'.repeat(30)))).toEqual({ text: 'review-text-invalid' });
    expect(validateReview(review('\u3164'.repeat(30)))).toEqual({ text: 'review-text-invalid' });
    expect(validateReview(review('!'.repeat(30)))).toEqual({ text: 'review-text-invalid' });
    expect(review('ду\u200bрак \u202eи так далее').text).toBe('дурак и так далее');
    expect(review('Семья 👨‍👩‍👧 довольна').text).toBe('Семья 👨‍👩‍👧 довольна');
  });

  it.each(['Oyna', 'oyna', 'Поддержка Oyna', 'O\u200byna', 'ＯＹＮＡ'])(
    'cannot be signed by the store: %s',
    (nickname) => {
      const review = cleanReview({ rating: 5, nickname, text: 'A good game for the evening' });
      expect(validateReview(review)).toEqual({ nickname: 'review-nickname-invalid' });
    },
  );

  it.each(['evil。com', 'evil\u200c.com', 'bit.do/abc', 'evil.ai/abc'])('finds the link %s', (link) => {
    expect(hasLink(`Look at ${link} please`)).toBe(true);
  });

  it('loses blanks around it and blank lines within', () => {
    const typed = { rating: 4, nickname: '  Two   words ', text: '\n first  \r\n\r\n\r\n\r\n second ' };
    expect(cleanReview(typed)).toEqual({ rating: 4, nickname: 'Two words', text: 'first\n\n second' });
  });
});

describe('a link', () => {
  it.each([
    'see https://spam.example/x',
    'HTTP://SPAM',
    'www.spam',
    'cheap keys at spam.com!',
    'пиши в t.me/spam',
    'магазин.рф лучше',
    'discord.gg/abc',
    'mail me@spam.example',
    'ｓｐａｍ．ｃｏｍ',
  ])('is found in "%s"', (text) => expect(hasLink(text)).toBe(true));

  it.each(['Good game.But short.', 'Версия 1.5.2 и 60 fps', 'Ойын 10/10...', 'cost 5.99', 'Node.comfort'])(
    'is not found in "%s"',
    (text) => expect(hasLink(text)).toBe(false),
  );
});

describe('the list of words', () => {
  it('matches whole words in any case, phrases, and beginnings with a star', () => {
    expect(hasListedWord('What a SCAM!', ['scam'])).toBe(true);
    expect(hasListedWord('scampi', ['scam'])).toBe(false);
    expect(hasListedWord('обманщики', ['обман*'])).toBe(true);
    expect(hasListedWord('cheap, keys', ['cheap keys'])).toBe(true);
    expect(hasListedWord('anything', ['*', ' '])).toBe(false);
  });
});

describe('the plan for a review', () => {
  const rules = { ...INITIAL_REVIEW_RULES, words: ['scam'] };
  const status = (text: string, changes = {}, wasHidden = false) =>
    planReview({ ...GOOD, text }, { ...rules, ...changes }, { wasHidden });

  it('publishes a sound text at once', () => {
    expect(status(GOOD.text)).toEqual({ status: 'published', heldFor: [] });
  });

  it('holds what a rule names', () => {
    expect(status(GOOD.text, { approval: 'all' })).toEqual({ status: 'waiting', heldFor: ['approval'] });
    expect(status('This is a scam, I think')).toEqual({ status: 'waiting', heldFor: ['word'] });
    expect(status('look at spam.com', { links: 'hold' })).toEqual({ status: 'waiting', heldFor: ['link'] });
    expect(status(GOOD.text, {}, true)).toEqual({ status: 'waiting', heldFor: ['hidden-before'] });
    expect(planReview({ ...GOOD, nickname: 'Scam' }, rules, { wasHidden: false }).heldFor).toEqual(['word']);
  });

  it('refuses links unless the rule holds them', () => {
    expect(() => status('look at spam.com')).toThrow(expect.objectContaining({ code: 'review-link', field: 'text' }));
  });

  it('never publishes what was hidden before', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('none', 'all'), (text, approval) => {
        const plan = planReview({ ...GOOD, text }, { approval, links: 'hold', words: [] } as never, {
          wasHidden: true,
        });
        return plan.status === 'waiting';
      }),
    );
  });
});

describe('a rating', () => {
  it('exists only where reviews exist', () => {
    expect(ratingOf([0, 0, 0, 0, 0])).toBeNull();
    expect(ratingOf([0, 0, 0, 0, 1])).toEqual({ average: 5, count: 1 });
    expect(ratingOf([1, 0, 0, 1, 1])).toEqual({ average: 3.3, count: 3 });
  });

  it('is between the lowest and the highest star', () => {
    const stars = fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(stars, (counts) => {
        const rating = ratingOf(counts);
        if (!rating) return counts.every((count) => count === 0);
        const given = counts.flatMap((count, index) => (count > 0 ? [index + 1] : []));
        return rating.average >= Math.min(...given) && rating.average <= Math.max(...given);
      }),
    );
  });
});

describe('the rules as a setting', () => {
  it('are read back as they were written, without repeated words', () => {
    expect(parseReviewRules(INITIAL_REVIEW_RULES)).toEqual(INITIAL_REVIEW_RULES);
    expect(parseReviewRules({ approval: 'all', links: 'hold', words: [' Scam ', 'scam'] })).toEqual({
      approval: 'all',
      links: 'hold',
      words: ['scam'],
    });
  });

  it.each([
    null,
    {},
    { approval: 'some', links: 'hold', words: [] },
    { approval: 'all', links: 'allow', words: [] },
    { approval: 'all', links: 'hold', words: 'scam' },
    { approval: 'all', links: 'hold', words: ['*'] },
    { approval: 'all', links: 'hold', words: ['x'.repeat(61)] },
    { approval: 'all', links: 'hold', words: Array.from({ length: MAX_REVIEW_WORDS + 1 }, (_, index) => `w${index}`) },
  ])('refuse %j', (value) => expect(parseReviewRules(value)).toBeUndefined());
});
