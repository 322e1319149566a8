/** VK ID: OAuth 2.1 by hand, because it asks for more than the standard does (device_id, a state on the exchange). */
import { createBoundedFetch } from '../sign-in.http.ts';
import { challengeOf, createSecret, SignInError, type SignInProvider, toProfile } from '../sign-in.ts';

export interface VkOptions {
  /** `https://id.vk.com`, or the address of the sandbox. */
  baseUrl: string;
  clientId: string;
  /** For each of the two answers. */
  timeoutMs?: number;
}

type Json = Record<string, unknown>;

const DEFAULT_TIMEOUT_MS = 10_000;
const SCOPE = 'email phone';
/** These say that VK, or our registration there, is at fault, and not the visitor's code. */
const FAULTS_OF_THEIRS = [
  'server_error',
  'temporarily_unavailable',
  'slow_down',
  'invalid_client',
  'unauthorized_client',
];

export function createVkSignIn({ baseUrl, clientId, timeoutMs = DEFAULT_TIMEOUT_MS }: VkOptions): SignInProvider {
  const base = baseUrl.replace(/\/+$/, '');
  const fetch = createBoundedFetch(timeoutMs);

  async function post(path: string, form: Record<string, string>): Promise<Json> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
    }).catch((error: unknown) => {
      throw new SignInError('unavailable', `VK did not answer ${path}`, error);
    });
    return readAnswer(path, response.status, await response.text());
  }

  return {
    name: 'vk',

    async beginSignIn(redirectUri) {
      const secrets = { state: createSecret(), verifier: createSecret(), nonce: undefined };
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state: secrets.state,
        code_challenge: challengeOf(secrets.verifier),
        code_challenge_method: 'S256',
        scope: SCOPE,
      });
      return { url: `${base}/authorize?${query}`, secrets };
    },

    async finishSignIn({ code, state, deviceId }, secrets, redirectUri) {
      if (state !== secrets.state) throw new SignInError('refused', 'the state is not the one that was sent to VK');
      if (!deviceId) throw new SignInError('refused', 'VK names the device of a code, and this code has none');
      const answer = await post('/oauth2/auth', {
        grant_type: 'authorization_code',
        code,
        code_verifier: secrets.verifier,
        client_id: clientId,
        device_id: deviceId,
        redirect_uri: redirectUri,
        state,
      });
      if (answer['state'] !== state) throw new SignInError('refused', 'VK answered with another state');
      const accessToken = answer['access_token'];
      if (typeof accessToken !== 'string' || !accessToken) {
        throw new SignInError('unavailable', 'VK answered without an access token');
      }
      const subject = readUserId(answer['user_id']);
      const { user } = await post('/oauth2/user_info', { client_id: clientId, access_token: accessToken });
      if (!isObject(user) || readUserId(user['user_id']) !== subject) {
        throw new SignInError('unavailable', 'VK described another user than it let in');
      }
      return toProfile('vk', subject, {
        email: user['email'],
        // VK does not assert that the address is theirs.
        emailVerified: false,
        firstName: user['first_name'],
        lastName: user['last_name'],
        avatarUrl: user['avatar'],
      });
    },
  };
}

/** VK reports an error in a field of its JSON. The HTTP status may still be 200. */
function readAnswer(path: string, status: number, text: string): Json {
  const answer = parseJson(text);
  if (!isObject(answer))
    throw new SignInError('unavailable', `VK answered ${path} with HTTP ${status} and no JSON object`);
  if (Object.hasOwn(answer, 'error')) {
    const error = String(answer['error']).slice(0, 100);
    const isTheirs = status >= 500 || FAULTS_OF_THEIRS.includes(error);
    throw new SignInError(isTheirs ? 'unavailable' : 'refused', `VK answered ${path} with ${error}`);
  }
  if (status !== 200) throw new SignInError('unavailable', `VK answered ${path} with HTTP ${status}`);
  return answer;
}

function readUserId(value: unknown): string {
  const isId = Number.isSafeInteger(value) || typeof value === 'string';
  if (isId && /^[1-9]\d{0,19}$/.test(String(value))) return String(value);
  throw new SignInError('unavailable', 'VK answered without a user id');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
