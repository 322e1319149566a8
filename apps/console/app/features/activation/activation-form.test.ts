import { expect, it } from 'vitest';
import { readRuleForm, writeRuleForm } from './activation-form.ts';

const COUNTRIES = ['KZ', 'RU', 'TR'];

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
  expect(readRuleForm(FIELDS, COUNTRIES)).toEqual({
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
  expect(readRuleForm({ ...FIELDS, ...condition }, COUNTRIES)).not.toHaveProperty('condition');
  expect(readRuleForm({ ...FIELDS, ...condition, otherwise: 'condition' }, COUNTRIES).condition).toEqual({
    ru: 'да',
    en: 'yes',
    kz: 'иә',
  });
});

it('writes a rule as it is read again', () => {
  const rule = {
    ...readRuleForm({ ...FIELDS, 'condition-ru': 'да', otherwise: 'condition' }, COUNTRIES),
    id: 1,
    version: 1,
    condition: { ru: 'да', en: 'yes', kz: 'иә' },
  };
  const { id: _id, version: _version, ...fields } = rule;
  expect(readRuleForm(writeRuleForm(rule, COUNTRIES), COUNTRIES)).toEqual(fields);
});
