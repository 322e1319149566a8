import type { ActivationRule } from '@oyna/api-client/models';
import { describe, expect, it } from 'vitest';
import { offer } from './offer.test-helper.ts';
import type { Offer } from './offer.ts';
import { rulesFor, withActivation, withPlaces } from './offer-activation.ts';
import { firstChoice, toSections } from './offer-sections.ts';

const rule = (given: Partial<ActivationRule>): ActivationRule => ({
  platform: '*',
  region: 'Global',
  allowed: [],
  excluded: [],
  otherwise: 'yes',
  condition: null,
  checkedOn: '2026-11-01',
  ...given,
});
const RULES = [
  rule({}),
  rule({ region: 'TR', allowed: ['TR'], otherwise: 'no' }),
  rule({ region: 'TR', platform: 'Xbox', allowed: ['TR'], otherwise: 'condition', condition: 'with a TR account' }),
];
const cheap = offer({ region: 'TR', price: 400 });
const xbox = offer({ region: 'TR', platform: 'Xbox', price: 500 });
const dear = offer({ price: 2000 });
const usual = offer({ price: 900 });
const OFFERS = [dear, cheap, xbox, usual];

describe('the offers of a game', () => {
  it('that work in the country come first, then the cheaper ones, and the first of them is chosen', () => {
    const shown = withActivation(OFFERS, RULES, 'KZ', 'KZ');
    expect(shown.map(({ id, answer }) => [id, answer])).toEqual([
      [usual.id, 'yes'],
      [dear.id, 'yes'],
      [xbox.id, 'condition'],
      [cheap.id, 'no'],
    ]);
    expect(shown[2]?.condition).toBe('with a TR account');
    expect(firstChoice(shown)?.id).toBe(usual.id);
    expect(toSections(shown).map(({ offers }) => offers[0].id)).toEqual([usual.id, dear.id, xbox.id, cheap.id]);
  });

  it('are in the order of their prices without a country, and no answer is given', () => {
    const shown = withActivation(OFFERS, RULES, undefined, undefined);
    expect(shown.map(({ id }) => id)).toEqual([cheap.id, xbox.id, usual.id, dear.id]);
    expect(new Set(shown.map(({ answer }) => answer))).toEqual(new Set(['unknown']));
  });

  it('stay where they are when the country is known late, and one that works is chosen', () => {
    const shown = withActivation(OFFERS, RULES, 'KZ', undefined);
    expect(shown.map(({ id }) => id)).toEqual([cheap.id, xbox.id, usual.id, dear.id]);
    expect(toSections(shown).map(({ offers }) => offers[0].id)).toEqual([cheap.id, xbox.id, usual.id, dear.id]);
    expect(shown[0]?.answer).toBe('no');
    expect(firstChoice(shown)?.id).toBe(usual.id);
  });

  it('name the countries in which they come later or last, for the first paint', () => {
    const countries = ['KZ', 'TR'].map((code, id) => ({ id, code, name: code }));
    const placesOf = (...available: Offer[]) =>
      withPlaces({ available, missing: [], instructions: [] }, RULES, countries).available.map(({ places }) => places);
    expect(placesOf(usual, xbox, cheap)).toEqual([
      { later: '', last: '' },
      { later: 'KZ', last: '' },
      { later: '', last: 'KZ' },
    ]);
    expect(placesOf(cheap)).toEqual([undefined]);
    expect(placesOf(offer({ type: 'TopUp' }), offer({ type: 'TopUp' }))).toEqual([undefined, undefined]);
  });

  it('that are top-ups have no answer: an account is topped up wherever it is', () => {
    expect(withActivation([offer({ type: 'TopUp' })], RULES, 'KZ', 'KZ')[0]?.answer).toBe('unknown');
  });

  it('are sent with the rules that count for them only', () => {
    expect(rulesFor([usual], RULES)).toEqual([RULES[0]]);
    expect(rulesFor([cheap], RULES)).toEqual([RULES[1]]);
    expect(rulesFor([xbox], RULES)).toEqual([RULES[1], RULES[2]]);
  });
});
