import type { EnvironmentReader } from './environment.ts';

interface Given {
  isDemo: boolean;
  port: number;
  sandboxPort: number;
  consolePort: number;
  publicUrl: string;
  /** Undefined when the console is off. */
  consoleUrl: string | undefined;
  givenConsoleUrl: string | undefined;
}

/** Servers of one process need different ports, and the console needs another origin than the store. */
export function checkAddresses({ fault }: Pick<EnvironmentReader, 'fault'>, given: Given): void {
  const { isDemo, port, sandboxPort, consolePort, publicUrl, consoleUrl, givenConsoleUrl } = given;
  if (consoleUrl && port === consolePort) fault(`PORT and CONSOLE_PORT are both ${port}: they must differ`);
  if (consoleUrl && isDemo && sandboxPort === consolePort) {
    fault(`SANDBOX_PORT and CONSOLE_PORT are both ${consolePort}: they must differ`);
  }
  if (givenConsoleUrl && new URL(givenConsoleUrl).origin === new URL(publicUrl).origin) {
    fault('CONSOLE_URL is not valid: the console needs another origin than PUBLIC_URL');
  }
  if (isDemo && port === sandboxPort) fault(`PORT and SANDBOX_PORT are both ${port}: they must differ`);
}

export const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** How this process reaches a port that it opened on `host`. */
export function reachable(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
