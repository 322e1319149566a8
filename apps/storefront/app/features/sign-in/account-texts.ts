import type { ErrorCode } from '@oyna/domain/errors';
import type { TFunction } from 'i18next';

const KNOWN = ['auth-error', 'login-invalid', 'email-invalid', 'password-invalid', 'country-invalid'] as const;

/** What a code says at its field; a code that these forms do not know is a failed attempt. */
export function accountErrorText(t: TFunction<'sign-in'>, code: ErrorCode | undefined): string | undefined {
  if (code === undefined) return undefined;
  return t(KNOWN.find((known) => known === code) ?? 'sign-in-failed');
}
