import { expect, it } from 'vitest';
import { readRuleForm } from './activation-form.ts';

const COUNTRIES = ['KZ', 'RU', 'TR'];

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const FIELDS = {
  platform: ' Steam ',
  region: 'TR',
  'country-TR': 'allowed',
  'country-RU': 'excluded',
  'country-KZ': '',
  otherwise: 'no',
  source: ' supplier ',
  checkedOn: '2026-11-01',
};

it('reads each country into one of the lists', () => {
  expect(readRuleForm(form(FIELDS), COUNTRIES)).toEqual({
    platform: 'Steam',
    region: 'TR',
    allowed: ['TR'],
    excluded: ['RU'],
    otherwise: 'no',
    source: 'supplier',
    checkedOn: '2026-11-01',
  });
});

it('sends a condition only with the answer that needs one', () => {
  const condition = { 'condition-ru': 'да', 'condition-en': 'yes', 'condition-kz': 'иә' };
  expect(readRuleForm(form({ ...FIELDS, ...condition }), COUNTRIES)).not.toHaveProperty('condition');
  expect(readRuleForm(form({ ...FIELDS, ...condition, otherwise: 'condition' }), COUNTRIES).condition).toEqual({
    ru: 'да',
    en: 'yes',
    kz: 'иә',
  });
});
