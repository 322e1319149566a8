// The thread in which passwords are hashed, and which gives way to everything else: a hash is made to be slow, and people
// who sign in must not keep those who browse waiting.
import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { doWork } from '../../platform/worker-thread.ts';
import type { HashOrder } from './password-hash.ts';

// argon2id, the library's default, with OWASP's first choice of cost: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Only Linux gives a thread a priority of its own; elsewhere it would be the whole store's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

doWork(({ password, passwordHash }: HashOrder) =>
  passwordHash === undefined ? hashSync(password, OPTIONS) : verifySync(passwordHash, password),
);
