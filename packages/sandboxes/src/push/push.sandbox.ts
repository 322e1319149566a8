/**
 * A stand-in for the push service of a browser, and for the browser behind it: `POST /push/subscriptions` makes a
 * subscription, and what arrives is decrypted and listed. Without its keys a message could not be read.
 */
import { randomBytes } from 'node:crypto';
import type { Sandbox, SandboxRequest } from '../sandbox.ts';
import { createReceiver, decryptPush, isVapidValid, type Receiver } from './push.decrypt.ts';

interface Received {
  subscription: string;
  payload: unknown;
  topic: string | null;
  at: string;
}

const KEPT = 5_000;

/** How the service answers for a subscription whose name begins so, to try a case by hand or in a test. */
const ANSWERS: Record<string, number> = { gone: 410, missing: 404, busy: 429, broken: 503, moved: 307, refused: 400 };

export function createPushSandbox(): Sandbox {
  const receivers = new Map<string, Receiver>();
  const received: Received[] = [];

  function subscribe({ url }: SandboxRequest): Response {
    const { origin, searchParams } = new URL(url);
    const id = `${searchParams.get('answer') ?? 'open'}-${randomBytes(16).toString('hex')}`;
    const receiver = createReceiver(randomBytes(16));
    receivers.set(id, receiver);
    const { p256dh, auth } = receiver;
    return Response.json({ endpoint: `${origin}/push/send/${id}`, keys: { p256dh, auth } }, { status: 201 });
  }

  async function take(request: SandboxRequest, { id = '' }: Record<string, string>): Promise<Response> {
    const receiver = receivers.get(id);
    if (!receiver) return new Response(null, { status: 404 });
    const answer = ANSWERS[id.split('-')[0] ?? ''];
    if (answer) return new Response(null, { status: answer, headers: { location: '/push/moved' } });
    if (!isVapidValid(request.headers.get('authorization'), new URL(request.url).origin)) {
      return Response.json({ message: 'the authorization is not valid' }, { status: 403 });
    }
    try {
      const payload: unknown = JSON.parse(decryptPush(Buffer.from(await request.bytes()), receiver));
      received.unshift({
        subscription: id,
        payload,
        topic: request.headers.get('topic'),
        at: new Date().toISOString(),
      });
      received.length = Math.min(received.length, KEPT);
      return new Response(null, { status: 201 });
    } catch {
      return Response.json({ message: 'the message cannot be decrypted' }, { status: 400 });
    }
  }

  return {
    name: 'push',
    prefix: '/push',
    title: 'Web push: what browsers would have shown',
    routes: [
      { method: 'POST', path: '/subscriptions', handle: subscribe },
      { method: 'POST', path: '/send/:id', handle: take },
      { method: 'GET', path: '.json', handle: () => Response.json(received) },
    ],
  };
}
