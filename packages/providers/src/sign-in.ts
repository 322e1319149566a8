/**
 * Signing in through another site, as the shop sees it: a visitor is sent away, comes back with a code, and the code
 * becomes a person. What proves that the one who comes back is the one who was sent stays with the caller in between.
 */
import { createHash, randomBytes } from 'node:crypto';

export type SignInProviderName = 'google' | 'vk';

/** A person as the provider knows them. `subject` never changes and is never given to another; all else may. */
export interface SignInProfile {
  provider: SignInProviderName;
  subject: string;
  email?: string;
  /** The provider itself asserts that the address is theirs. Only such an address says anything about who they are. */
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
  avatarUrl?: string;
}

/** Kept until the visitor returns, for one use. Of these only the state is ever seen by the browser. */
export interface SignInSecrets {
  state: string;
  verifier: string;
  /** Where the provider answers with a signed token that repeats it. */
  nonce: string | undefined;
}

/** What the visitor brought back in the address. */
export interface SignInReturn {
  code: string;
  state: string;
  deviceId?: string | undefined;
  /** Who says to have sent them back (RFC 9207); compared where given. */
  issuer?: string | undefined;
}

export interface SignInProvider {
  name: SignInProviderName;
  beginSignIn(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /** Throws SignInError, and nothing else, for all that can go wrong outside. `redirectUri` is the one of the beginning. */
  finishSignIn(returned: SignInReturn, secrets: SignInSecrets, redirectUri: string): Promise<SignInProfile>;
}

/** `refused`: this code opens nothing, a new sign-in may. `unavailable`: the provider, or our account there, is at fault. */
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

/** A profile of what a provider says, which may be anything: fields that cannot be are left out. */
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
