/** Web push (RFC 8030, 8291, 8292): encrypted messages to the push service of a browser. */
import { type ClientRequest, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import webPush from 'web-push';
import { isPushAddress, lookupPublic } from './push-address.ts';

export interface PushSettings {
  /** VAPID: the push service recognises the store by this pair of keys. */
  publicKey: string;
  privateKey: string;
  /** `mailto:` or `https:`, where the push service reaches the operator. */
  subject: string;
  /** The stand-in of the demo. */
  testOrigin?: string | undefined;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** Encrypted for the browser alone. */
  payload: string;
  /** A message that waits for an offline browser is replaced by the next one of the topic. At most 32 letters. */
  topic: string;
}

export interface PushSender {
  /** `gone`: the browser unsubscribed. Throws `PushRefused` when it will never be taken, anything else when it may later. */
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<'sent' | 'gone'>;
}

/** The same message would be refused again. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/** Push services answer within a second. Others wait meanwhile. */
const TIMEOUT_MS = 3_000;
/** The push service keeps the message for a browser that is offline. Later it would be old news. */
const KEPT_SECONDS = 12 * 3_600;

export function createPushSender({ publicKey, privateKey, subject, testOrigin }: PushSettings): PushSender {
  return {
    async send({ endpoint, p256dh, auth }, { payload, topic }, signal) {
      if (!isPushAddress(endpoint, testOrigin)) throw new PushRefused('the address of the subscription is not allowed');
      const { headers, body } = encrypt({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: KEPT_SECONDS,
        contentEncoding: 'aes128gcm',
        urgency: 'normal',
        topic,
      });
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const status = await post(endpoint, { headers, body, testOrigin, signal: limited });
      if (status >= 200 && status < 300) return 'sent';
      if (status === 404 || status === 410) return 'gone';
      const text = `the push service answered ${status}`;
      // A redirect is not followed: it could lead to an inner address.
      const isPassing = status === 429 || status >= 500;
      throw isPassing ? new Error(text) : new PushRefused(text);
    },
  };
}

function encrypt(...parts: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    const { headers, body } = webPush.generateRequestDetails(...parts);
    return { headers: headers as Record<string, string | number>, body };
  } catch (error) {
    // Keys that are no point of the curve: the subscription can never work.
    throw new PushRefused('the keys of the subscription are not valid', { cause: error });
  }
}

interface Post {
  headers: Record<string, string | number>;
  body: Buffer | null;
  testOrigin: string | undefined;
  signal: AbortSignal;
}

/** By node:http and not by fetch, because only this lets the address of the host be checked at the connection. */
function post(endpoint: string, { headers, body, testOrigin, signal }: Post): Promise<number> {
  const url = new URL(endpoint);
  const isTest = url.origin === testOrigin;
  const send = url.protocol === 'http:' ? requestPlain : requestSecure;
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, ...(isTest ? {} : { lookup: lookupPublic }) };
    const request: ClientRequest = send(url, { ...options, signal }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', () => reject(new Error('the push service could not be reached')));
    request.end(body);
  });
}
