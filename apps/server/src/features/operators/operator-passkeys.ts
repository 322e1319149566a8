import { AppError } from '@oyna/domain/errors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { SignedInOperator } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import * as queries from './operator-passkeys.queries.ts';

export interface PasskeyPlace {
  storeName: string;
  /** The host of the console. A passkey works there only. */
  host: string;
  origins: readonly string[];
}

/** The browser shows its dialog for a minute. */
const CHALLENGE_MINUTES = 5;
/** EdDSA, ES256 and RS256, by their COSE numbers: what today's authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** On demand: it loads 300 modules, and most processes never see a passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Passkeys (WebAuthn). A challenge belongs to a session and is used once. */
export function createPasskeys(db: Database, { storeName, host, origins }: PasskeyPlace) {
  async function takeChallenge({ sessionId }: SignedInOperator): Promise<string> {
    const challenge = await queries.takeChallenge(db, sessionId, CHALLENGE_MINUTES);
    if (challenge === undefined) throw new AppError('second-factor-invalid');
    return challenge;
  }

  /** A forged or broken response makes the library throw. */
  const refuse = (cause: unknown): never => {
    throw new AppError('second-factor-invalid', { cause });
  };

  const place = { expectedOrigin: [...origins], expectedRPID: host, requireUserVerification: false };

  return {
    async createRegistration(session: SignedInOperator) {
      const known = await queries.listPasskeys(db, session.id);
      const { generateRegistrationOptions } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: storeName,
        rpID: host,
        userName: session.email,
        userDisplayName: session.name,
        userID: new TextEncoder().encode(`operator ${session.id}`),
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      await queries.saveChallenge(db, session.sessionId, options.challenge);
      return options;
    },

    async verifyRegistration(session: SignedInOperator, response: RegistrationResponseJSON) {
      const expectedChallenge = await takeChallenge(session);
      const { verifyRegistrationResponse } = await loadLibrary();
      const result = await verifyRegistrationResponse({
        ...place,
        response,
        expectedChallenge,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(refuse);
      if (!result.verified) throw new AppError('second-factor-invalid');
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey), counter, transports };
    },

    async createQuestion(session: SignedInOperator) {
      const known = await queries.listPasskeys(db, session.id);
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: host,
        allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
        userVerification: 'preferred',
      });
      await queries.saveChallenge(db, session.sessionId, options.challenge);
      return options;
    },

    /** Returns what stores the use of the passkey, for the transaction of the caller. */
    async verifyAnswer(session: SignedInOperator, response: AuthenticationResponseJSON) {
      const expectedChallenge = await takeChallenge(session);
      const known = (await queries.listPasskeys(db, session.id)).find(({ id }) => id === response.id);
      if (!known) throw new AppError('second-factor-invalid');
      const { id, counter, transports } = known;
      const credential = { id, counter, transports, publicKey: new Uint8Array(known.public_key) };
      const checked = { ...place, response, expectedChallenge, credential };
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse(checked).catch(refuse);
      if (!verified) throw new AppError('second-factor-invalid');
      return (transaction: Connection) => queries.saveCounter(transaction, id, counter, authenticationInfo.newCounter);
    },
  };
}
