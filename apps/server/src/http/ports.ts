import { createServer } from 'node:net';
import { StartError } from '../platform/data-folder.ts';

/** Reports a port that is in use before anything slow starts. */
export function assertPortIsFree(variable: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(cannotListen(error, variable, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

export function cannotListen(error: unknown, variable: string, port: number, host: string): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} on ${host} is already in use: choose another with ${variable}`);
  }
  const isAboutHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code);
  return new StartError(
    `Port ${port} on ${host} cannot be opened (${code}): choose another with ${isAboutHost ? 'HOST' : variable}`,
  );
}
