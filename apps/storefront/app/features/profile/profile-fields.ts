import type { User } from '@oyna/api-client/models';
import type { FieldErrors } from '@oyna/domain/errors';
import { cleanText, validateName, validateSurname } from '@oyna/domain/validation';
import { textOf } from '@oyna/ui/use-checked-form';
import { checkBirthDate, fromBirthDate, toBirthDate } from './birth-date.ts';

/** As the form names its controls. */
export const PROFILE_FIELDS = ['firstName', 'lastName', 'birthDate', 'countryId'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

const birthDateIn = (fields: FormData) => ({
  day: textOf(fields, 'birthDay'),
  month: textOf(fields, 'birthMonth'),
  year: textOf(fields, 'birthYear'),
});

export function readProfile(fields: FormData) {
  const countryId = textOf(fields, 'countryId');
  return {
    firstName: cleanText(textOf(fields, 'firstName')),
    lastName: cleanText(textOf(fields, 'lastName')),
    birthDate: fromBirthDate(birthDateIn(fields)),
    countryId: countryId === '' ? null : Number(countryId),
  };
}

export function checkProfile(fields: FormData): FieldErrors<ProfileField> {
  const { firstName, lastName } = readProfile(fields);
  const [nameFault, surnameFault] = [validateName(firstName), validateSurname(lastName)];
  const dateFault = checkBirthDate(birthDateIn(fields));
  return {
    ...(nameFault && { firstName: nameFault }),
    ...(surnameFault && { lastName: surnameFault }),
    ...(dateFault && { birthDate: dateFault }),
  };
}

/** Whether anything in the form differs from what is saved. */
export function isChanged(fields: FormData, user: User): boolean {
  const form = readProfile(fields);
  const date = toBirthDate(user.birthDate);
  const shown = birthDateIn(fields);
  return (
    form.firstName !== user.firstName ||
    form.lastName !== user.lastName ||
    form.countryId !== user.countryId ||
    shown.day !== date.day ||
    shown.month !== date.month ||
    shown.year !== date.year
  );
}
