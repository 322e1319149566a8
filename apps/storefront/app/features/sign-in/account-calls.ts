import type { ErrorCode } from '@oyna/domain/errors';

export type SocialProvider = 'google' | 'vk';

export type AccountRequest =
  | { kind: 'sign-in'; login: string; password: string }
  | { kind: 'register'; login: string; email: string; password: string; countryId: string }
  | { kind: 'social'; provider: SocialProvider }
  | { kind: 'reset-password' };

export type AccountAnswer = { error: ErrorCode } | { notice: 'accounts-open-soon' };

/** The one door from the forms to the accounts. They open with the next release, and until then it says so. */
export async function sendAccountRequest(_request: AccountRequest): Promise<AccountAnswer> {
  return { notice: 'accounts-open-soon' };
}
