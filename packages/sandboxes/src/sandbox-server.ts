import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createGoogleSandbox, type GoogleSandboxOptions } from './google/google.sandbox.ts';
import { createMailSandbox } from './mail/mail.sandbox.ts';
import { createNationalBankSandbox, type NationalBankSandbox } from './national-bank/national-bank.sandbox.ts';
import { PAGE_HEADERS, readPageLanguage } from './page-layout.ts';
import type { PaymentSandbox } from './payment-sandbox.ts';
import { PAYMENT_SANDBOXES, type PaymentSandboxDefinition } from './payment-sandboxes.ts';
import { createPushSandbox } from './push/push.sandbox.ts';
import type { Sandbox, SandboxRequest } from './sandbox.ts';
import { sandboxIndex } from './sandbox-server.page.ts';
import { createSmsSandbox } from './sms/sms.sandbox.ts';
import type { TopUpSandbox } from './top-up-sandbox.ts';
import { TOP_UP_SANDBOXES, type TopUpSandboxDefinition } from './top-up-sandboxes.ts';
import { createVkSandbox, type VkSandboxOptions } from './vk/vk.sandbox.ts';

/** Each sandbox knows the store by the credentials that the store uses. A sandbox without settings is not served. */
export interface SandboxSettings {
  /** Where the store is, for webhooks that are set up once. */
  publicUrl: string;
  google: GoogleSandboxOptions | undefined;
  vk: VkSandboxOptions | undefined;
  /** The settings of the store for its providers and suppliers, by name. */
  payments: Readonly<Record<string, object>>;
  topUps: Readonly<Record<string, object>>;
  /** The registries. A test may add a sandbox. */
  paymentSandboxes?: readonly PaymentSandboxDefinition[];
  topUpSandboxes?: readonly TopUpSandboxDefinition[];
}

/** All sandboxes on one port. Each speaks the real protocol of its provider over HTTP. */
export async function buildSandboxServer(settings: SandboxSettings): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, forceCloseConnections: 'idle' });
  const mailbox = createMailSandbox();
  const bank = createNationalBankSandbox();
  const payments = createPaymentSandboxes(settings);
  const topUps = createTopUpSandboxes(settings, bank);
  const sandboxes: Sandbox[] = [
    bank,
    ...createSignInSandboxes(settings),
    mailbox,
    createSmsSandbox(mailbox),
    createPushSandbox(),
    ...payments,
    ...topUps,
  ];
  server.addHook('onReady', mailbox.start);
  server.addHook('onClose', mailbox.stop);

  // Sandboxes get the body as raw bytes, because signatures cover those.
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

function createPaymentSandboxes(settings: SandboxSettings): PaymentSandbox[] {
  const { payments, publicUrl, paymentSandboxes = PAYMENT_SANDBOXES } = settings;
  return paymentSandboxes.flatMap(({ name, create }) => {
    const own = payments[name];
    const webhookUrl = () => `${publicUrl}/api/v1/callbacks/${name}/result`;
    return own ? [create({ ...own, webhookUrl })] : [];
  });
}

/** The suppliers' prices follow the rates of the sandbox bank, as the store's prices do. */
function createTopUpSandboxes(settings: SandboxSettings, bank: NationalBankSandbox): TopUpSandbox[] {
  const { topUps, topUpSandboxes = TOP_UP_SANDBOXES } = settings;
  const rates = () => ({ USD: bank.tiyn('USD'), RUB: bank.tiyn('RUB') });
  return topUpSandboxes.flatMap(({ name, create }) => {
    const own = topUps[name];
    return own ? [create({ ...own, rates })] : [];
  });
}

function createSignInSandboxes({ google, vk }: SandboxSettings): Sandbox[] {
  return [...(google ? [createGoogleSandbox(google)] : []), ...(vk ? [createVkSandbox(vk)] : [])];
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
    bytes: async () => new Uint8Array(Buffer.isBuffer(body) ? body : []),
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
