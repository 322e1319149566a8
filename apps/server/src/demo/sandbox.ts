import { createEpointSandbox } from '@oyna/sandboxes/epoint/epoint.sandbox';
import { createGEngineSandbox } from '@oyna/sandboxes/g-engine/g-engine.sandbox';
import { createG2bulkSandbox } from '@oyna/sandboxes/g2bulk/g2bulk.sandbox';
import { createGoogleSandbox } from '@oyna/sandboxes/google/google.sandbox';
import { createKassa24Sandbox } from '@oyna/sandboxes/kassa24/kassa24.sandbox';
import { createMailSandbox } from '@oyna/sandboxes/mail/mail.sandbox';
import {
  createNationalBankSandbox,
  type NationalBankSandbox,
} from '@oyna/sandboxes/national-bank/national-bank.sandbox';
import type { PaymentSandbox } from '@oyna/sandboxes/payment-sandbox';
import { createPlatronSandbox } from '@oyna/sandboxes/platron/platron.sandbox';
import type { Sandbox, SandboxRequest } from '@oyna/sandboxes/sandbox';
import { createSmsSandbox } from '@oyna/sandboxes/sms/sms.sandbox';
import { PAGE_HEADERS, readPageLanguage } from '@oyna/sandboxes/stand-in.page';
import { createTalkBankSandbox } from '@oyna/sandboxes/talkbank/talkbank.sandbox';
import type { TopUpSandbox } from '@oyna/sandboxes/top-up-sandbox';
import { createVkSandbox } from '@oyna/sandboxes/vk/vk.sandbox';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { returnAddress } from '../features/accounts/social-sign-in.addresses.ts';
import { listOrigins } from '../http/origins.ts';
import { sandboxIndex } from './sandbox.page.ts';

/** The outside world of the demo on a port of its own: every stand-in speaks its provider's real protocol over HTTP. */
export async function buildSandbox(config: Config): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, forceCloseConnections: 'idle' });
  const mailbox = createMailSandbox();
  const bank = createNationalBankSandbox();
  const payments = createPaymentSandboxes(config);
  const topUps = createTopUpSandboxes(config, bank);
  const sandboxes: Sandbox[] = [
    bank,
    ...createSignInSandboxes(config),
    mailbox,
    createSmsSandbox(mailbox),
    ...payments,
    ...topUps,
  ];
  server.addHook('onReady', mailbox.start);
  server.addHook('onClose', mailbox.stop);

  // Bodies reach the stand-ins as the bytes that came over the wire: signatures are made of those.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const sandbox of sandboxes) {
    if (sandbox.handler) mountHandler(server, sandbox.prefix, sandbox.handler);
    for (const route of sandbox.routes) {
      server.route({
        method: route.method,
        url: `${sandbox.prefix}${route.path}`,
        handler: async (request, reply) =>
          send(reply, await route.handle(toRequest(request), request.params as Record<string, string>)),
      });
    }
  }
  server.get('/', ({ headers }, reply) =>
    reply.headers(PAGE_HEADERS).send(sandboxIndex(sandboxes, readPageLanguage(headers['accept-language']))),
  );
  server.get('/books.json', () =>
    Object.fromEntries([...payments, ...topUps].map(({ name, books }) => [name, books()])),
  );
  return server;
}

/** They know the store by the credentials it was given for them. */
function createPaymentSandboxes({ payments, publicUrl }: Config): PaymentSandbox[] {
  const { platron, epoint, kassa24, talkbank } = payments;
  const webhookUrl = () => `${publicUrl}/api/v1/callbacks/talkbank/result`;
  return [
    ...(platron ? [createPlatronSandbox(platron)] : []),
    ...(epoint ? [createEpointSandbox(epoint)] : []),
    ...(kassa24 ? [createKassa24Sandbox(kassa24)] : []),
    ...(talkbank ? [createTalkBankSandbox({ ...talkbank, webhookUrl })] : []),
  ];
}

/** Their prices follow the bank's rates, as the store's own do. */
function createTopUpSandboxes({ topUps: { gEngine, g2bulk } }: Config, bank: NationalBankSandbox): TopUpSandbox[] {
  const rates = () => ({ USD: bank.tiyn('USD'), RUB: bank.tiyn('RUB') });
  return [
    ...(gEngine ? [createGEngineSandbox({ ...gEngine, rates })] : []),
    ...(g2bulk ? [createG2bulkSandbox(g2bulk)] : []),
  ];
}

/** They send people back to this store only, as the real ones would: its addresses are registered there. */
function createSignInSandboxes(config: Config): Sandbox[] {
  const { google, vk } = config;
  const origins = listOrigins(config);
  const addresses = (provider: 'google' | 'vk') => origins.map((origin) => returnAddress(origin, provider));
  return [
    ...(google ? [createGoogleSandbox({ ...google, redirectUris: addresses('google') })] : []),
    ...(vk ? [createVkSandbox({ ...vk, redirectUris: addresses('vk') })] : []),
  ];
}

function mountHandler(server: FastifyInstance, prefix: string, handler: NonNullable<Sandbox['handler']>): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all(`${prefix}/*`, (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
  });
}

function toRequest({ method, url, headers, body }: FastifyRequest): SandboxRequest {
  const text = async () => (Buffer.isBuffer(body) ? body.toString() : '');
  return {
    method,
    url: `http://${headers.host ?? 'localhost'}${url}`,
    headers: { get: (name) => [headers[name.toLowerCase()] ?? []].flat().join(', ') || null },
    text,
    json: async () => JSON.parse(await text()),
  };
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.type === 'error') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  response.headers.forEach((value, name) => void reply.header(name, value));
  return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
}
