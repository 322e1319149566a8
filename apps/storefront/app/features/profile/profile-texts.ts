import type { CallFault } from '@oyna/api-client/call-fault';
import type { TFunction } from 'i18next';

const KNOWN = [
  'avatar-broken',
  'avatar-type-invalid',
  'birth-date-invalid',
  'code-invalid',
  'country-invalid',
  'email-invalid',
  'email-taken',
  'name-err',
  'no-answer',
  'pass-err',
  'password-common',
  'password-invalid',
  'password-mismatch',
  'password-personal',
  'password-wrong',
  'payload-too-large',
  'phone-invalid',
  'surname-err',
  'too-many-requests',
  'unavailable',
] as const satisfies readonly CallFault['error'][];

/** What a code says on these screens; any other is a failed attempt. */
export function profileErrorText(t: TFunction<'profile'>, code: CallFault['error'] | undefined): string | undefined {
  if (code === undefined) return undefined;
  return t(KNOWN.find((known) => known === code) ?? 'request-failed');
}

/** For a form's notice: what it says, and the number of the request where the visitor cannot put it right alone. */
export function profileNotice(
  t: TFunction<'profile'>,
  fault: CallFault | undefined,
): { error: string | undefined; requestId: string | undefined } {
  const isKnown = KNOWN.some((known) => known === fault?.error);
  return { error: profileErrorText(t, fault?.error), requestId: isKnown ? undefined : fault?.requestId };
}
