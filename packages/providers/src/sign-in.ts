/**
 * Signing in through another site: the visitor is redirected there and returns with a code, which is exchanged for a
 * profile. The caller keeps the secrets that prove that the same visitor returns.
 */
import { createHash, randomBytes } from 'node:crypto';

export type SignInProviderName = 'google' | 'vk';

/** A person as the provider knows them. `subject` never changes and identifies one person. The rest may change. */
export interface SignInProfile {
  provider: SignInProviderName;
  subject: string;
  email?: string;
  /** The provider confirms that the address belongs to the person. Only such an address identifies them. */
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
  avatarUrl?: string;
}

/** Stored until the visitor returns, for one use. The browser sees only the state. */
export interface SignInSecrets {
  state: string;
  verifier: string;
  /** Where the provider answers with a signed token that repeats it. */
  nonce: string | undefined;
}

/** The parameters of the return address. */
export interface SignInReturn {
  code: string;
  state: string;
  deviceId?: string | undefined;
  /** The issuer parameter (RFC 9207). It is compared if it is present. */
  issuer?: string | undefined;
}

export interface SignInProvider {
  name: SignInProviderName;
  beginSignIn(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /** Throws only SignInError when something outside fails. `redirectUri` is the same as at the beginning. */
  finishSignIn(returned: SignInReturn, secrets: SignInSecrets, redirectUri: string): Promise<SignInProfile>;
}

/** `refused`: the code is not valid; a new sign-in may work. `unavailable`: a fault of the provider or our account. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly reason: 'refused' | 'unavailable';
  constructor(reason: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

const SECRET_BYTES = 32;
const MAX_NAME = 100;
const MAX_EMAIL = 254;
const MAX_URL = 2048;

/** 256 bits each. As a verifier that is 43 characters, the least that PKCE allows. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** PKCE's S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Makes a profile from the provider's data. Invalid fields are left out. */
export function toProfile(
  provider: SignInProviderName,
  subject: string,
  said: { email: unknown; emailVerified: boolean; firstName: unknown; lastName: unknown; avatarUrl: unknown },
): SignInProfile {
  const email = readEmail(said.email);
  const firstName = readName(said.firstName);
  const lastName = readName(said.lastName);
  const avatarUrl = readPictureUrl(said.avatarUrl);
  return {
    provider,
    subject,
    ...(email ? { email } : {}),
    emailVerified: email !== undefined && said.emailVerified,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(avatarUrl ? { avatarUrl } : {}),
  };
}

function readEmail(value: unknown): string | undefined {
  const isAddress =
    typeof value === 'string' && value.length <= MAX_EMAIL && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(value);
  return isAddress ? value : undefined;
}

function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Cut by characters, so that none is halved.
  const characters = [
    ...value
      .slice(0, MAX_NAME * 4)
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim(),
  ];
  return characters.slice(0, MAX_NAME).join('').trim() || undefined;
}

function readPictureUrl(value: unknown): string | undefined {
  const isUrl = typeof value === 'string' && value.length <= MAX_URL && URL.canParse(value);
  return isUrl && new URL(value).protocol === 'https:' ? value : undefined;
}
