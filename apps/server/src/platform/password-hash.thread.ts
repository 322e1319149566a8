// Hashing is slow on purpose. It runs in a thread with a low priority, so that it does not delay other requests.
import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashOrder } from './password-hash.ts';
import { doWork } from './worker-thread.ts';

// argon2id is the library's default. The cost is the first choice of OWASP: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Only Linux sets the priority of a thread. On other systems the call would change the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

doWork(({ password, passwordHash }: HashOrder) =>
  passwordHash === undefined ? hashSync(password, OPTIONS) : verifySync(passwordHash, password),
);
