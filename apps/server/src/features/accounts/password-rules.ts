import { readFileSync } from 'node:fs';
import { AppError } from '@oyna/domain/errors';
import { isCommonPassword, repeatsName } from '@oyna/domain/password-strength';
import { validatePassword } from '@oyna/domain/validation';

/** Words, names and key sequences that are tried first, as normal forms. Read here, so that browsers never load it. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

/** What a new password must satisfy. Existing passwords are not checked again. */
export function checkNewPassword(password: string, field: string): void {
  if (validatePassword(password)) throw new AppError('password-invalid', { field });
  if (isCommonPassword(password, COMMON_WORDS)) throw new AppError('password-common', { field });
}

export function checkNotPersonal(password: string, person: { login: string; email: string | null }, field: string) {
  if (repeatsName(password, person)) throw new AppError('password-personal', { field });
}
