import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createThreadWorker } from './worker-thread.ts';

/** Without a hash the password is hashed; with one it is compared. */
export interface HashOrder {
  password: string;
  passwordHash?: string;
}

/** Compared for an unknown login, so that its response takes as long as any other. No password matches it. */
const UNMATCHED_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$iaRmJRHUgXbFQH3Rx18/kg$6JNCwk6Dg6TO/eiUmyIWkxWrPLccYdstRSXySu6vwSE';

const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

const work = createThreadWorker<HashOrder, string | boolean>(
  new URL('./password-hash.thread.ts', import.meta.url),
  LIMITS,
);
const inLine = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 100 });

export const hashPassword = (password: string): Promise<string> =>
  inLine(async () => String(await work({ password: password.normalize('NFC') })));

export const isPassword = (passwordHash: string | null | undefined, password: string): Promise<boolean> =>
  inLine(async () => {
    const order = { password: password.normalize('NFC'), passwordHash: passwordHash ?? UNMATCHED_HASH };
    return (await work(order)) === true && passwordHash != null;
  });
