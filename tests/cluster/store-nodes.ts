import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../../apps/server/src/testing/store-process.ts';
import { ADDRESSES } from './network.ts';

export const WEB_NODES = ['web1', 'web2'] as const;
export const WORKER_NODES = ['worker1', 'worker2'] as const;
export type StoreNodeName = (typeof WEB_NODES)[number] | (typeof WORKER_NODES)[number];

/** The sandboxes of the demo that a web node would start. They are another process here. */
const UNUSED_PORT = '3001';
const PORT = '3000';

/** As the units of deploy/systemd do (Restart, RestartSec): a node that loses its database while it starts is started again. */
const START_TRIES = 5;
const RESTART_MS = 2_000;

export interface StoreNodes {
  start(name: StoreNodeName): Promise<void>;
  /** Ends the node with the signal and waits for its end. */
  end(name: StoreNodeName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** From now on nodes are started from another folder with the sources. */
  installRelease(root: string): void;
  /** What the running processes have written. */
  logs(): string;
}

/** Web servers and workers, each with an address. They hold no state. */
export function createStoreNodes(root: string, folder: string, environment: Record<string, string>): StoreNodes {
  const running = new Map<StoreNodeName, ReturnType<typeof run>>();
  let release = root;

  async function open(name: StoreNodeName): Promise<void> {
    const opened = run([process.execPath, '--max-semi-space-size=8', join(release, 'apps/server/src/main.ts')], {
      ...environment,
      HOST: ADDRESSES[name],
      PORT,
      SANDBOX_PORT: UNUSED_PORT,
      CONSOLE_PORT: '0',
      WEB_PROCESSES: '1',
      ROLE: name.startsWith('web') ? 'web' : 'worker',
      DATA_DIR: join(folder, name),
    });
    running.set(name, opened);
    await opened.printed('Stop it with Ctrl-C.');
  }

  return {
    async start(name) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await open(name);
        } catch (error) {
          if (attempt === START_TRIES) throw error;
          await wait(RESTART_MS);
        }
      }
    },
    async end(name, signal) {
      running.get(name)?.child.kill(signal);
      await running.get(name)?.exited;
    },
    installRelease(next) {
      release = next;
    },
    logs: () => [...running.values()].map(({ stdout, stderr }) => stdout() + stderr()).join('\n'),
  };
}
