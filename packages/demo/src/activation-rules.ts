/**
 * Where the keys of the demo work. They are examples: a real store takes its rules from the terms of its suppliers.
 */
const CIS = ['KZ', 'RU', 'KG', 'UZ', 'TJ', 'TM', 'AZ', 'AM', 'GE', 'BY', 'MD'];
const EU = ['DE', 'PL'];
const SOURCE = 'Example of the demo. Replace it with the terms of your supplier.';
const CHECKED_ON = '2026-11-01';

/** An account of these platforms can be set to the country of the key. */
const ACCOUNT_PLATFORMS = ['Xbox', 'PlayStation', 'Nintendo', 'Microsoft Store'];

const REGIONS = {
  KZ: { countries: ['KZ'], name: { ru: 'Казахстан', en: 'Kazakhstan', kz: 'Қазақстан' } },
  RU: { countries: ['RU'], name: { ru: 'Россия', en: 'Russia', kz: 'Ресей' } },
  TR: { countries: ['TR'], name: { ru: 'Турция', en: 'Türkiye', kz: 'Түркия' } },
  US: { countries: ['US'], name: { ru: 'США', en: 'the United States', kz: 'АҚШ' } },
  EU: { countries: EU, name: { ru: 'страна Евросоюза', en: 'a country of the EU', kz: 'Еуроодақ елі' } },
  CIS: { countries: CIS, name: { ru: 'страна СНГ', en: 'a CIS country', kz: 'ТМД елі' } },
  PL: { countries: ['PL'], name: { ru: 'Польша', en: 'Poland', kz: 'Польша' } },
  BR: { countries: [], name: { ru: 'Бразилия', en: 'Brazil', kz: 'Бразилия' } },
};

const rule = (platform: string, region: string) => ({
  platform,
  region,
  excluded: [] as string[],
  source: SOURCE,
  checkedOn: CHECKED_ON,
});

export const DEMO_ACTIVATION_RULES = [
  { ...rule('*', 'Global'), allowed: [] as string[], otherwise: 'yes' as const, condition: null },
  ...Object.entries(REGIONS).flatMap(([region, { countries, name }]) => [
    { ...rule('*', region), allowed: countries, otherwise: 'no' as const, condition: null },
    ...ACCOUNT_PLATFORMS.map((platform) => ({
      ...rule(platform, region),
      allowed: countries,
      otherwise: 'condition' as const,
      condition: {
        ru: `Только если в аккаунте ${platform} указана ${name.ru}`,
        en: `Only if the ${platform} account is set to ${name.en}`,
        kz: `${platform} аккаунтында ${name.kz} көрсетілген болса ғана`,
      },
    })),
  ]),
];
