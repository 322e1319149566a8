import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACTIVATION_ANSWERS,
  ACTIVATION_RANK,
  type ActivationRule,
  activation,
  EVERY_PLATFORM,
  findRuleFault,
  workingRegions,
} from './activation.ts';

const rule = (fields: Partial<ActivationRule>): ActivationRule => ({
  platform: EVERY_PLATFORM,
  region: 'KZ',
  allowed: ['KZ'],
  excluded: [],
  otherwise: 'no',
  ...fields,
});

const OFFER = { platform: 'Steam', region: 'KZ' };

describe('the answer for an offer and a country', () => {
  it.each([
    ['an allowed country', 'KZ', {}, 'yes'],
    ['another country', 'DE', {}, 'no'],
    ['another country under a condition', 'DE', { otherwise: 'condition' }, 'condition'],
    ['an excluded country', 'RU', { allowed: [], excluded: ['RU'], otherwise: 'yes' }, 'no'],
    ['no country', undefined, { otherwise: 'yes' }, 'unknown'],
    ['a rule of another region', 'KZ', { region: 'EU' }, 'unknown'],
    ['a rule of another platform', 'KZ', { platform: 'Xbox' }, 'unknown'],
  ] as const)('of %s', (_case, country, fields, answer) => {
    expect(activation(OFFER, country, [rule(fields)])).toBe(answer);
  });

  it('comes from the rule of the platform before the rule of all platforms, in any order', () => {
    const rules = [rule({ otherwise: 'no' }), rule({ platform: 'Steam', otherwise: 'condition' })];
    expect(activation(OFFER, 'DE', rules)).toBe('condition');
    expect(activation(OFFER, 'DE', rules.toReversed())).toBe('condition');
    expect(activation({ ...OFFER, platform: 'GOG' }, 'DE', rules)).toBe('no');
  });
});

describe('the regions that work in a country', () => {
  it('are those with a yes for every platform', () => {
    const global = rule({ region: 'Global', allowed: [], otherwise: 'yes' });
    const ofXbox = rule({ platform: 'Xbox', region: 'EU', allowed: ['KZ'] });
    expect(workingRegions('KZ', [rule({}), global, ofXbox])).toEqual(['KZ', 'Global']);
    expect(workingRegions('DE', [rule({}), global, ofXbox])).toEqual(['Global']);
    expect(workingRegions('KZ', [rule({}), rule({ platform: 'Xbox' })])).toEqual(['KZ']);
    expect(workingRegions('KZ', [rule({}), rule({ platform: 'Xbox', allowed: [], otherwise: 'condition' })])).toEqual(
      [],
    );
  });
});

const words = fc.constantFrom('A', 'B', 'C');
const countries = fc.uniqueArray(fc.constantFrom('KZ', 'RU', 'TR', 'US'));
const rules = fc.array(
  fc.record({
    platform: fc.constantFrom(EVERY_PLATFORM, 'A', 'B', 'C'),
    region: words,
    allowed: countries,
    excluded: countries,
    otherwise: fc.constantFrom(...ACTIVATION_ANSWERS),
  }),
);
const offers = fc.record({ platform: words, region: words });

describe('for all rules, offers and countries', () => {
  it('the answer is one of four, and unknown without a country', () => {
    fc.assert(
      fc.property(rules, offers, countries, (known, offer, [country]) => {
        const answer = activation(offer, country, known);
        expect(ACTIVATION_ANSWERS).toContain(answer);
        if (country === undefined) expect(answer).toBe('unknown');
      }),
    );
  });

  it('rules of other regions and platforms change nothing', () => {
    fc.assert(
      fc.property(rules, offers, fc.constantFrom('KZ', 'RU', 'TR', 'US'), (known, offer, country) => {
        const own = known.filter(
          ({ region, platform }) => region === offer.region && [offer.platform, EVERY_PLATFORM].includes(platform),
        );
        expect(activation(offer, country, own)).toBe(activation(offer, country, known));
      }),
    );
  });

  it('a region that works holds no offer that does not', () => {
    fc.assert(
      fc.property(rules, fc.constantFrom('KZ', 'RU', 'TR', 'US'), (known, country) => {
        // As the table has it: one rule per platform and region.
        const unique = known.filter(
          (each, index) =>
            known.findIndex(({ platform, region }) => platform === each.platform && region === each.region) === index,
        );
        for (const region of workingRegions(country, unique)) {
          for (const platform of ['A', 'B', 'D']) expect(activation({ platform, region }, country, unique)).toBe('yes');
        }
      }),
    );
  });

  it('an excluded country is never answered with yes', () => {
    fc.assert(
      fc.property(rules, offers, (known, offer) => {
        for (const country of ['KZ', 'RU', 'TR', 'US']) {
          const excluding = known.map((one) => ({ ...one, excluded: [...one.excluded, country] }));
          expect(['no', 'unknown']).toContain(activation(offer, country, excluding));
        }
      }),
    );
  });
});

describe('a rule', () => {
  it.each([
    ['with a country on both sides', { allowed: ['KZ', 'RU'], excluded: ['KZ'] }, null, 'excluded'],
    ['that names a condition without its text', { otherwise: 'condition' }, null, 'condition'],
    ['with a text of a condition that it does not name', {}, { ru: 'текст' }, 'condition'],
  ] as const)('%s is faulty', (_case, fields, condition, field) => {
    expect(findRuleFault({ ...rule(fields), condition })).toEqual({ field, code: 'invalid-parameter' });
  });

  it('without a fault is accepted', () => {
    expect(findRuleFault({ ...rule({}), condition: null })).toBeUndefined();
    expect(findRuleFault({ ...rule({ otherwise: 'condition' }), condition: { ru: 'текст' } })).toBeUndefined();
  });
});

it('offers that do not work come last', () => {
  const answers = [...ACTIVATION_ANSWERS].toSorted((a, b) => ACTIVATION_RANK[a] - ACTIVATION_RANK[b]);
  expect(answers).toEqual(['yes', 'condition', 'unknown', 'no']);
});
