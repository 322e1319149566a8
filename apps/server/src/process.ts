import cluster from 'node:cluster';
import type { Config } from './config.ts';

/** One of several web processes (web-processes.ts). The process that started it does everything else. */
export const isWebProcess = cluster.isWorker;
export const say = (line: string) => void (isWebProcess || process.stdout.write(`${line}\n`));

/** What this process does. */
export function dutiesOf(config: Config) {
  const servesWeb = config.role !== 'worker';
  return {
    servesWeb,
    runsWorker: config.role !== 'web' && !isWebProcess,
    // A separate worker uses the sandboxes and the catalogue of the web process.
    ownsDemo: config.mode === 'demo' && servesWeb && !isWebProcess,
    servesConsole: servesWeb && config.consoleUrl !== undefined && !isWebProcess,
    startsWebProcesses: servesWeb && config.webProcesses > 1 && !isWebProcess,
  };
}

/** What has been started, in order. It is stopped in the opposite order. */
const running: { name: string; stop: () => Promise<unknown> | unknown }[] = [];
const stopRequest = Promise.withResolvers<void>();
let isRequested = false;

export const isStopRequested = (): boolean => isRequested;
export const stopRequested: Promise<void> = stopRequest.promise;

export function requestStop(): void {
  isRequested = true;
  stopRequest.resolve();
}

/** Registers how to stop a part. A stop that was requested during the start takes effect here. */
export function onStop(name: string, stop: () => Promise<unknown> | unknown): void {
  running.push({ name, stop });
  if (isRequested) throw new Error('stopped during the start');
}

export async function stopAll(): Promise<void> {
  for (const { name, stop } of running.splice(0).reverse()) {
    await Promise.try(stop).catch((error: unknown) => process.stderr.write(`${name} did not stop well: ${error}\n`));
  }
}
