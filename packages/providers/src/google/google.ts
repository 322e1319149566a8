/** Google by OpenID Connect: the person is in a signed token, which is believed only after all of it was checked. */
import * as openid from 'openid-client';
import { createBoundedFetch } from '../sign-in.http.ts';
import { challengeOf, createSecret, SignInError, type SignInProvider, toProfile } from '../sign-in.ts';

export interface GoogleOptions {
  /** `https://accounts.google.com`, or the address of the sandbox. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** For each answer. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const SCOPE = 'openid email profile';
const CLOCK_TOLERANCE_S = 30;
/** Google's metadata is loaded again after this time. */
const METADATA_LIFE_MS = 3600_000;
/** The code or the token was wrong. Any other error is a fault of Google or of our registration. */
const REFUSALS = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
];

export function createGoogleSignIn(options: GoogleOptions): SignInProvider {
  const { issuer, clientId, clientSecret, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const fetch = createBoundedFetch(timeoutMs);
  let known: { metadata: Promise<openid.Configuration>; until: number } | undefined;

  function discover(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.metadata;
    const metadata = openid
      .discovery(
        new URL(issuer),
        clientId,
        { [openid.clockTolerance]: CLOCK_TOLERANCE_S },
        openid.ClientSecretPost(clientSecret),
        {
          [openid.customFetch]: (url, init) => fetch(url, init as RequestInit),
          timeout: timeoutMs / 1000,
          execute: [
            // Without this the library trusts the connection and does not check the signature of the token.
            openid.enableNonRepudiationChecks,
            // The sandbox uses plain HTTP. The real issuer never does.
            ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error: unknown) => {
        // A failure is not remembered.
        known = undefined;
        throw new SignInError('unavailable', `${issuer} does not tell how to sign in`, error);
      });
    known = { metadata, until: Date.now() + METADATA_LIFE_MS };
    return metadata;
  }

  return {
    name: 'google',

    async beginSignIn(redirectUri) {
      const secrets = { state: createSecret(), verifier: createSecret(), nonce: createSecret() };
      const url = openid.buildAuthorizationUrl(await discover(), {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: challengeOf(secrets.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, secrets };
    },

    async finishSignIn({ code, state, issuer: sender }, secrets, redirectUri) {
      const { verifier, nonce } = secrets;
      if (!nonce) throw new SignInError('refused', 'this sign-in did not begin at Google');
      const metadata = await discover();
      const returned = new URL(redirectUri);
      // Without an issuer in the address Google is assumed: no other provider uses this return address.
      returned.search = new URLSearchParams({
        code,
        state,
        iss: sender ?? metadata.serverMetadata().issuer,
      }).toString();
      const tokens = await openid
        .authorizationCodeGrant(metadata, returned, {
          expectedState: secrets.state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw toSignInError(error);
        });
      const claims = tokens.claims();
      if (!claims?.sub) throw new SignInError('unavailable', 'Google answered without a subject');
      return toProfile('google', claims.sub, {
        email: claims['email'],
        emailVerified: claims['email_verified'] === true,
        firstName: claims['given_name'],
        lastName: claims['family_name'],
        avatarUrl: claims['picture'],
      });
    },
  };
}

function toSignInError(error: unknown): SignInError {
  const { code, error: answered } = error instanceof Error ? (error as Error & { code?: string; error?: string }) : {};
  const isRefusal = answered === 'invalid_grant' || (code !== undefined && REFUSALS.includes(code));
  return new SignInError(isRefusal ? 'refused' : 'unavailable', `Google: ${answered ?? code ?? 'no answer'}`, error);
}
