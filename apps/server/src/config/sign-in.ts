import type { EnvironmentReader } from './environment.ts';

/** The credentials of the demo at the sandboxes of Google and VK. Production refuses them. */
const DEMO_CLIENT = { googleId: 'oyna-demo', googleSecret: 'oyna-demo-secret', vkId: '1000001' };

export interface SignIn {
  google: { issuer: string; clientId: string; clientSecret: string } | undefined;
  vk: { url: string; clientId: string } | undefined;
}

/** Sign-in with Google or VK is offered if it is configured. `sandboxUrl` is undefined in production. */
export function parseSignIn(reader: EnvironmentReader, sandboxUrl: string | undefined): SignIn {
  return { google: parseGoogle(reader, sandboxUrl), vk: parseVk(reader, sandboxUrl) };
}

function parseGoogle({ read, url, fault }: EnvironmentReader, sandboxUrl: string | undefined): SignIn['google'] {
  const issuer = url('GOOGLE_ISSUER', ['http:', 'https:']);
  const clientId = read('GOOGLE_CLIENT_ID') ?? (sandboxUrl && DEMO_CLIENT.googleId);
  const clientSecret = read('GOOGLE_CLIENT_SECRET') ?? (sandboxUrl && DEMO_CLIENT.googleSecret);
  if (clientId && !clientSecret) fault('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it');
  if (clientSecret && !clientId) fault('GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs it');
  if (!clientId || !clientSecret) return undefined;
  const fallback = sandboxUrl ? `${sandboxUrl}/google` : 'https://accounts.google.com';
  return { issuer: issuer ?? fallback, clientId, clientSecret };
}

function parseVk({ read, url }: EnvironmentReader, sandboxUrl: string | undefined): SignIn['vk'] {
  const given = url('VK_URL', ['http:', 'https:']);
  const clientId = read('VK_CLIENT_ID') ?? (sandboxUrl && DEMO_CLIENT.vkId);
  return clientId ? { url: given ?? (sandboxUrl ? `${sandboxUrl}/vk` : 'https://id.vk.com'), clientId } : undefined;
}

/** The credentials are public, so production refuses them. */
export function listDemoClients({ google, vk }: SignIn): string[] {
  const isDemoGoogle = google?.clientId === DEMO_CLIENT.googleId || google?.clientSecret === DEMO_CLIENT.googleSecret;
  return [
    ...(isDemoGoogle ? ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are'] : []),
    ...(vk?.clientId === DEMO_CLIENT.vkId ? ['VK_CLIENT_ID is'] : []),
  ].map((names) => `${names} not valid: SHOP_MODE=production needs your own`);
}
