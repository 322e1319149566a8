/** An issuer whose responses a test can change, for cases that the sandbox does not produce. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { onTestFinished } from 'vitest';

export interface FakeIssuer {
  url: string;
  requests: string[];
  /** What the next answers say. */
  says: {
    claims: Record<string, unknown>;
    header: Record<string, unknown>;
    key: KeyObject;
    token: () => Response | undefined;
    discovery: () => Response | undefined;
  };
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = keyPair();
export const STRANGE_KEY = keyPair().privateKey;

export async function serveFakeIssuer(clientId: string): Promise<FakeIssuer> {
  const says: FakeIssuer['says'] = {
    claims: {},
    header: { alg: 'RS256', kid: 'k1' },
    key: published.privateKey,
    token: () => undefined,
    discovery: () => undefined,
  };
  let url = '';
  const now = () => Math.floor(Date.now() / 1000);
  const describeSelf = () =>
    Response.json({
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
  const giveToken = () => {
    const claims = { iss: url, aud: clientId, sub: '7', iat: now(), exp: now() + 600, ...says.claims };
    const idToken = signToken(says.header, claims, says.key);
    return Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 600, id_token: idToken });
  };
  const giveKeys = () =>
    Response.json({
      keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
    });
  const served = await serveSandbox({
    name: 'issuer',
    prefix: '',
    title: 'An issuer',
    routes: [
      { method: 'GET', path: '/.well-known/openid-configuration', handle: () => says.discovery() ?? describeSelf() },
      { method: 'POST', path: '/token', handle: () => says.token() ?? giveToken() },
      { method: 'GET', path: '/jwks', handle: giveKeys },
    ],
  });
  onTestFinished(served.close);
  url = served.baseUrl;
  return { url, requests: served.requests, says };
}

function signToken(header: object, claims: object, key: KeyObject): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
