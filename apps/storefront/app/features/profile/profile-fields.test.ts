import type { User } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { checkProfile, isChanged, readProfile } from './profile-fields.ts';

const FILLED = {
  firstName: ' Аида ',
  lastName: 'Серікқызы',
  birthDay: '3',
  birthMonth: '2',
  birthYear: '1999',
  countryId: '2',
};

function fieldsOf(values: Partial<typeof FILLED>): FormData {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...FILLED, ...values })) fields.set(name, value);
  return fields;
}

const saved = { firstName: 'Аида', lastName: 'Серікқызы', birthDate: '1999-02-03', countryId: 2 } as User;

it('converts the form into the body of the API call', () => {
  expect(readProfile(fieldsOf({}))).toEqual(saved);
  expect(readProfile(fieldsOf({ countryId: '', birthDay: '', birthMonth: '', birthYear: '' }))).toMatchObject({
    birthDate: null,
    countryId: null,
  });
});

it('wants a name and a surname, and a whole date or none', () => {
  expect(checkProfile(fieldsOf({}))).toEqual({});
  expect(checkProfile(fieldsOf({ firstName: ' ', lastName: '', birthDay: '' }))).toEqual({
    firstName: 'name-err',
    lastName: 'surname-err',
    birthDate: 'birth-date-invalid',
  });
});

it('knows whether anything was changed, a date begun included', () => {
  expect(isChanged(fieldsOf({}), saved)).toBe(false);
  expect(isChanged(fieldsOf({ firstName: 'Айда' }), saved)).toBe(true);
  expect(isChanged(fieldsOf({ countryId: '' }), saved)).toBe(true);
  expect(isChanged(fieldsOf({ birthDay: '' }), saved)).toBe(true);
});
