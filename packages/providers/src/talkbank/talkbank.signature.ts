/** TalkBank's signature: HMAC-SHA256 over the request line by line, the body by its hash. Both ends use it. */
import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../wire.ts';

export interface TalkBankRequest {
  method: string;
  /** The whole path, with what comes before `/api/v1`. */
  path: string;
  /** Names in order, encoded by RFC 3986, as `talkBankQuery` writes it; empty without one. */
  query: string;
  /** As the header has it. */
  date: string;
  /** Exactly what is sent; empty without a body. */
  body: string;
}

interface TalkBankCredentials {
  partnerId: string;
  token: string;
}

export function hashTalkBankBody(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

export function signTalkBank({ method, path, query, date, body }: TalkBankRequest, token: string): string {
  const hash = hashTalkBankBody(body);
  const lines = [method, path, query, `date:${date}`, `tb-content-sha256:${hash}`, hash];
  return createHmac('sha256', token).update(lines.join('\n')).digest('hex');
}

export function talkBankAuthorization(request: TalkBankRequest, { partnerId, token }: TalkBankCredentials): string {
  return `TB1-HMAC-SHA256 ${partnerId}:${signTalkBank(request, token)}`;
}

export function isSignedForTalkBank(
  request: TalkBankRequest,
  headers: { authorization: string; contentHash: string },
  credentials: TalkBankCredentials,
): boolean {
  const isBody = isSameText(headers.contentHash, hashTalkBankBody(request.body));
  return isSameText(headers.authorization, talkBankAuthorization(request, credentials)) && isBody;
}

export function talkBankQuery(parameters: Iterable<[string, string]>): string {
  const sorted = new URLSearchParams(parameters);
  sorted.sort();
  return [...sorted].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** RFC 3986 leaves fewer characters as they are than JavaScript does. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
