import { ACTIVATION_ANSWERS } from '@oyna/domain/activation';
import { LANGUAGES, type Language } from '@oyna/domain/constants';
import type { ActivationRule } from './activation-api.ts';

/** The fields of the form: `country-KZ`, `condition-ru`, and the others as the API names them. */
type RuleFields = Readonly<Record<string, string>>;

export interface RulePlace {
  platform: string;
  region: string;
}

export function writeRuleForm(rule: ActivationRule | RulePlace, countries: readonly string[]): RuleFields {
  const {
    allowed = [],
    excluded = [],
    otherwise = 'no',
    condition,
    source = '',
    checkedOn = '',
  } = 'id' in rule ? rule : {};
  const stateOf = (country: string) => {
    if (allowed.includes(country)) return 'allowed';
    return excluded.includes(country) ? 'excluded' : '';
  };
  return {
    region: rule.region,
    platform: rule.platform,
    otherwise,
    source,
    checkedOn,
    ...Object.fromEntries(countries.map((country) => [`country-${country}`, stateOf(country)])),
    ...Object.fromEntries(LANGUAGES.map((language) => [`condition-${language}`, condition?.[language] ?? ''])),
  };
}

/** As the API names them. */
export function readRuleForm(fields: RuleFields, countries: readonly string[]) {
  const text = (name: string) => (fields[name] ?? '').trim();
  const listed = (state: string) => countries.filter((country) => text(`country-${country}`) === state);
  const otherwise = ACTIVATION_ANSWERS.find((answer) => answer === text('otherwise')) ?? 'unknown';
  const condition = Object.fromEntries(
    LANGUAGES.map((language) => [language, text(`condition-${language}`)]),
  ) as Record<Language, string>;
  return {
    platform: text('platform'),
    region: text('region'),
    allowed: listed('allowed'),
    excluded: listed('excluded'),
    otherwise,
    ...(otherwise === 'condition' && { condition }),
    source: text('source'),
    checkedOn: text('checkedOn'),
  };
}
