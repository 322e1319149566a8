import { ACTIVATION_ANSWERS } from '@oyna/domain/activation';
import { LANGUAGES, type Language } from '@oyna/domain/constants';

/** The fields of the form as the API names them. */
export function readRuleForm(fields: FormData, countries: readonly string[]) {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
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
