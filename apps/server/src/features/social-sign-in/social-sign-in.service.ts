import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { validateEmail } from '@oyna/domain/validation';
import { SignInError, type SignInProfile, type SignInProvider, type SignInProviderName } from '@oyna/providers/sign-in';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Device, networkOf } from '../../platform/network-address.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import type { TakeOver } from '../guests/take-over.service.ts';
import { announceNewDevice, openSession } from '../sessions/sessions.service.ts';
import { returnAddress, safeReturnPath } from './social-sign-in.addresses.ts';
import { suggestLogins } from './social-sign-in.login.ts';
import * as queries from './social-sign-in.queries.ts';

export const { deleteUnprovenIdentities } = queries;

export type SocialSignInService = ReturnType<typeof createSocialSignInService>;

interface SocialSignInParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
  takeOver: TakeOver;
  /** The configured providers. Others are not offered. */
  providers: readonly SignInProvider[];
}

interface Beginning {
  /** The secret of the visitor's browser. */
  browser: string;
  /** Where the store is visited. */
  origin: string;
  returnTo: string | undefined;
  address: string;
}

interface Return {
  browser: string | undefined;
  origin: string;
  state: string;
  /** Undefined when the visitor returned without a code. */
  code: string | undefined;
  deviceId: string | undefined;
  issuer: string | undefined;
}

const ATTEMPT_MINUTES = 10;
const BEGIN: RateLimit = { name: 'social-sign-in', max: 100, minutes: 15 };

export function createSocialSignInService({ db, announce, limits, takeOver, providers }: SocialSignInParts) {
  function getProvider(name: SignInProviderName): SignInProvider {
    const found = providers.find((provider) => provider.name === name);
    if (!found) throw new AppError('not-found');
    return found;
  }

  /** Finds the account of this person, or creates one at the first sign-in. */
  async function enter(transaction: Connection, profile: SignInProfile, language: Language, device: Device) {
    await queries.lockIdentity(transaction, profile);
    const known = await queries.findAccountOf(transaction, profile);
    const accountId =
      known ?? (await findSamePerson(transaction, profile)) ?? (await createMember(transaction, profile, language));
    if (known === undefined) await queries.insertIdentity(transaction, accountId, profile);
    await announceNewDevice(transaction, announce, accountId, device);
    return { accountId, session: await openSession(transaction, accountId, device) };
  }

  /** The new account gets the address only if no other account has it, proven or not. */
  async function createMember(transaction: Connection, profile: SignInProfile, language: Language): Promise<number> {
    const { emailVerified, firstName = '', lastName = '' } = profile;
    for (const login of suggestLogins(profile)) {
      const email = await findFreeAddress(transaction, profile);
      const member = { login, email, isEmailConfirmed: emailVerified, firstName, lastName, language };
      const accountId = await queries.insertMember(transaction, member);
      if (accountId === undefined) continue;
      await announce(transaction, { kind: 'welcome', accountId });
      return accountId;
    }
    throw new AppError('unavailable', { details: { reason: 'no login was free' } });
  }

  return {
    listProviders: (): SignInProviderName[] => providers.map(({ name }) => name),

    /** Returns the address to send the visitor to. */
    async begin(name: SignInProviderName, { browser, origin, returnTo, address }: Beginning): Promise<string> {
      const provider = getProvider(name);
      await limits.take([BEGIN, networkOf(address)]);
      const { url, secrets } = await orAppError(provider.beginSignIn(returnAddress(origin, name)));
      await queries.insertAttempt(db, {
        stateHash: hashToken(secrets.state),
        browserHash: hashToken(browser),
        provider: name,
        verifier: secrets.verifier,
        nonce: secrets.nonce,
        returnTo: safeReturnPath(returnTo),
        minutes: ATTEMPT_MINUTES,
      });
      return url;
    },

    /** Opens a session for the person that the provider names. The state works once, in the browser that began. */
    async finish(name: SignInProviderName, returned: Return, language: Language, device: Device) {
      const provider = getProvider(name);
      const { browser, origin, state, code, deviceId, issuer } = returned;
      const stateHash = hashToken(state);
      const attempt =
        browser && (await queries.takeAttempt(db, { stateHash, browserHash: hashToken(browser), provider: name }));
      if (!attempt || !code) throw new AppError('sign-in-failed');
      const secrets = { state, verifier: attempt.verifier, nonce: attempt.nonce ?? undefined };
      const proof = { code, state, deviceId, issuer };
      const profile = await orAppError(provider.finishSignIn(proof, secrets, returnAddress(origin, name)));
      const { accountId, session } = await inTransaction(db, (transaction) =>
        enter(transaction, profile, language, device),
      );
      await takeOver(accountId);
      return { ...session, returnTo: attempt.return_to };
    },
  };
}

/**
 * The account with this address, if both sides have proven it. An address that the provider does not assert, or that a
 * stranger registered without proof, opens no account.
 */
async function findSamePerson(db: Connection, { email, emailVerified }: SignInProfile): Promise<number | undefined> {
  const holder = email && emailVerified && !validateEmail(email) ? await queries.findAddressee(db, email) : undefined;
  return holder?.is_confirmed ? holder.id : undefined;
}

async function findFreeAddress(db: Connection, { email }: SignInProfile): Promise<string | undefined> {
  if (!email || validateEmail(email)) return undefined;
  return (await queries.findAddressee(db, email)) ? undefined : email;
}

async function orAppError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw new AppError(error.reason === 'refused' ? 'sign-in-failed' : 'provider-unavailable', { cause: error });
  }
}
