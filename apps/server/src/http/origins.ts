import type { Config } from '../config.ts';

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** The origins of the store. The demo has one for each name of its machine, because cookies belong to a name. */
export function listOrigins({ mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>): string[] {
  const { hostname, protocol, port } = new URL(publicUrl);
  if (mode !== 'demo' || !THIS_MACHINE.includes(hostname)) return [publicUrl];
  const others = THIS_MACHINE.filter((name) => name !== hostname);
  return [publicUrl, ...others.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`)];
}

/** Always an origin of the store, so that a forged request cannot redirect a visitor elsewhere. */
export function chooseOrigin(origins: string[], host: string | undefined): string {
  const asked = origins.find((origin) => new URL(origin).host === host);
  return asked ?? origins[0] ?? '';
}
