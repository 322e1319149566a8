import type { CallFault } from '@oyna/api-client/call-fault';
import type { TFunction } from 'i18next';

const KNOWN = [
  'account-blocked',
  'auth-error',
  'code-invalid',
  'country-invalid',
  'email-invalid',
  'email-taken',
  'login-invalid',
  'login-taken',
  'no-answer',
  'password-common',
  'password-invalid',
  'password-mismatch',
  'password-personal',
  'pass-err',
  'sign-in-failed',
  'too-many-requests',
  'unavailable',
] as const satisfies readonly CallFault['error'][];

/** What a code says; a code that these forms do not know is a failed attempt. */
export function accountErrorText(t: TFunction<'sign-in'>, code: CallFault['error'] | undefined): string | undefined {
  if (code === undefined) return undefined;
  return t(KNOWN.find((known) => known === code) ?? 'request-failed');
}

/** Errors that the visitor can fix without support, so without a request id. */
export function isKnownFault(code: CallFault['error'] | undefined): boolean {
  return KNOWN.some((known) => known === code);
}
