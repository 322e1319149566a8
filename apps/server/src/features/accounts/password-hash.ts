import { hash, verify } from '@node-rs/argon2';
import { createBoundedLine } from '../../bounded-line.ts';

// argon2id, the library's default, with OWASP's first choice of cost: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Nobody's password. An unknown name is checked against it, so that its answer takes as long as any other. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$iaRmJRHUgXbFQH3Rx18/kg$6JNCwk6Dg6TO/eiUmyIWkxWrPLccYdstRSXySu6vwSE';

// One at a time: people who sign in must not keep those who browse waiting.
const inLine = createBoundedLine({ atOnce: 1, waiting: 100 });

export const hashPassword = (password: string): Promise<string> =>
  inLine(() => hash(password.normalize('NFC'), OPTIONS));

export const isPassword = (passwordHash: string | null | undefined, password: string): Promise<boolean> =>
  inLine(async () => (await verify(passwordHash ?? NOBODY, password.normalize('NFC'))) && passwordHash != null);
