import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { processCpu } from './cpu-time.ts';

/** As in `npm start`. */
const NODE_FLAGS = ['--max-semi-space-size=8'];
const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

export interface ServerProcess {
  url: string;
  /** The most memory the process has held so far, in MB. */
  peakMemory(): number;
  /** The processor time of the process since its start, in milliseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts a script in a separate process, so that server and load share only the machine. */
export async function startProcess(
  script: string,
  environment: Record<string, string>,
  readyLine: string,
  sandboxPort?: number,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(new URL(script, import.meta.url))], {
    env: {
      ...process.env,
      ...NODE_ENVIRONMENT,
      ...environment,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort ?? (await freePort())),
      CONSOLE_PORT: '0',
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForLine(child, readyLine);
  return {
    url: `http://127.0.0.1:${port}`,
    peakMemory: () =>
      Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024),
    cpu: () => processCpu(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function waitForLine(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(line)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}: ${output}`)));
  });
}
