import { readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '@oyna/domain/errors';
import { fetchNationalBankRates } from '@oyna/providers/national-bank/national-bank';
import { CommandError } from './command-error.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createMoney } from './create-money.ts';
import { claimDataFolder, StartError } from './data-folder.ts';
import { connect, type Database } from './database/connection.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrator.ts';
import { importFiles } from './features/catalogue/catalogue.commands.ts';
import { exportCatalogue } from './features/catalogue/catalogue.export.ts';
import { CatalogueFileError, type CatalogueSource, parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
import { acceptRates, describeRates, parseAcceptedRates } from './features/currency/currency.commands.ts';
import { createCurrencyService } from './features/currency/currency.service.ts';
import {
  exportKeys,
  importKeys,
  parseKeyChoice,
  parseKeyImport,
  quarantineKeys,
  rotateKeys,
} from './features/keys/keys.commands.ts';
import { KeyFileError } from './features/keys/keys.file.ts';
import { createKeysService } from './features/keys/keys.service.ts';
import { notify } from './features/notifications/notifications.service.ts';
import type { Payments } from './features/payment/create-payments.ts';
import { check, describeOrders, refundOrder, resendOrder, settleOrder } from './features/payment/payment.commands.ts';
import { addPromoCode, describePromoCodes, endPromo, parsePromoCode } from './features/promo/promo.commands.ts';
import { describeVisits } from './features/statistics/statistics.commands.ts';
import type { TopUps } from './features/top-up/create-top-ups.ts';
import {
  checkTopUps,
  describeStuckTopUps,
  describeTopUp,
  resendTopUp,
  settleTopUp,
} from './features/top-up/top-up.commands.ts';
import { describeDeadLetters, retryDeadLetters } from './jobs/jobs.commands.ts';
import { installJobs, jobs } from './jobs/jobs.ts';
import { QUEUES } from './queues.ts';

const USAGE = `Usage: npm run shop -- COMMAND

  catalogue import FILE …   create or update what the files hold; all or nothing, every fault with its line
  catalogue export [FILE]   write the whole catalogue in the same format, to FILE or to the screen
  promo add CODE (--percent N | --amount DOLLARS) [--minimum DOLLARS] [--starts DAY] [--expires DAY] [--limit N] [--per-user N]
                            a promo code, from the first moment of DAY to the last (UTC), for at most so many uses
  promo list                every promo code and how often it is in use
  promo end CODE            a promo code takes nothing off from now on
  keys import FILE --product ID [--supplier NAME] [--cost DOLLARS]
                            put keys into the vault, one in a line or CSV with a column "key"; all or nothing
  keys export (--product ID | --batch ID | KEY …)
                            write keys with their state, as CSV
  keys quarantine (--product ID | --batch ID | KEY …) [--release]
                            take keys that are not sold yet off sale, or put them back
  keys rotate               seal every key anew with KEY_ENCRYPTION_KEY
  orders list               the newest payments, of baskets and of top-ups
  orders show ORDER         one of them, with what it bought and what is wrong with it
  orders refund ORDER       give back what was paid; not while a top-up is in delivery
  orders resend ORDER       send the mail about it again
  orders settle ORDER (--accept | --reject)
                            a payment under review: all of it is in the provider's panel, or it does not count
  top-ups                   those that do not end by themselves, and why
  top-ups settle ORDER (--delivered | --failed)
                            one whose supplier tells us nothing, as its panel tells you; a failed one goes back
  rates                     ours and those of the National Bank now; a jump above 20 % is not taken by itself
  rates accept KZT=RATE …   take such a jump, naming every rate that has jumped as "rates" shows it
  visits                    how many came on the last 30 days, by language
  jobs list                 work that was given up, and why
  jobs retry                have all of it tried again
  check                     everything that must hold, and the books of providers and suppliers beside ours`;

class UsageError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`);

type Work = (database: Database, config: Config) => Promise<void>;

/** Each looks at its arguments and files first, and only then wants a database. */
const commands: Record<string, (args: string[]) => Work> = {
  'catalogue import'(files) {
    if (files.length === 0) throw new UsageError('catalogue import needs a file');
    const sources = readFiles(files);
    return async (database) => void say(await importFiles(database, sources));
  },
  'catalogue export'([file]) {
    return async (database) => {
      const content = await exportCatalogue(database);
      if (!file) return void process.stdout.write(content);
      writeFileSync(file, content);
      say(`Wrote ${file}`);
    };
  },
  'promo add'(args) {
    const promoCode = parsePromoCode(args);
    return async (database) => void say(await addPromoCode(database, promoCode));
  },
  'promo list'() {
    return async (database) => {
      for (const line of await describePromoCodes(database)) say(line);
    };
  },
  'promo end'([code]) {
    if (code === undefined) throw new UsageError('promo end needs a code');
    return async (database) => void say(await endPromo(database, code));
  },
  'keys import'(args) {
    const order = parseKeyImport(args);
    return async (database, config) => void say(await importKeys(database, keysOf(database, config), order));
  },
  'keys export'(args) {
    const choice = parseKeyChoice('keys export', args);
    return (database, config) => exportKeys(database, keysOf(database, config), choice, say);
  },
  'keys quarantine'(args) {
    const choice = parseKeyChoice('keys quarantine', args);
    return async (database, config) => void say(await quarantineKeys(keysOf(database, config), choice));
  },
  'keys rotate'() {
    return async (database, config) => void say(await rotateKeys(keysOf(database, config)));
  },
  'orders list'() {
    return async (database) => {
      for (const line of await describeOrders(database, undefined)) say(line);
    };
  },
  'orders show'([orderId]) {
    if (orderId === undefined) throw new UsageError('orders show needs an order');
    return async (database) => {
      for (const line of await describeOrders(database, orderId)) say(line);
      for (const line of await describeTopUp(database, orderId)) say(line);
    };
  },
  'orders refund'([orderId]) {
    if (orderId === undefined) throw new UsageError('orders refund needs an order');
    return (database, config) =>
      withMoney(database, config, async ({ payments }) => void say(await refundOrder(payments, orderId)));
  },
  'orders resend'([orderId]) {
    if (orderId === undefined) throw new UsageError('orders resend needs an order');
    return async (database) => {
      say((await resendTopUp(database, jobs, orderId)) ?? (await resendOrder(database, jobs, orderId)));
    };
  },
  'orders settle'(args) {
    const [orderId, verdict] = parseVerdict('orders settle', args, ['accept', 'reject']);
    return (database, config) =>
      withMoney(database, config, async ({ payments }) => {
        say(await settleOrder(database, payments, orderId, verdict));
      });
  },
  'top-ups '() {
    return async (database) => {
      for (const line of await describeStuckTopUps(database)) say(line);
    };
  },
  'top-ups settle'(args) {
    const [orderId, outcome] = parseVerdict('top-ups settle', args, ['delivered', 'failed']);
    return (database, config) =>
      withMoney(database, config, async ({ topUps }) => {
        say(await settleTopUp(database, topUps, orderId, outcome));
      });
  },
  'rates '() {
    return async (database, config) => {
      for (const line of await describeRates(ratesOf(database, config))) say(line);
    };
  },
  'rates accept'(args) {
    const accepted = parseAcceptedRates(args);
    return async (database, config) => void say(await acceptRates(ratesOf(database, config), accepted));
  },
  'visits '() {
    return async (database) => {
      for (const line of await describeVisits(database)) say(line);
    };
  },
  'jobs list'() {
    return async (database) => {
      for (const line of await describeDeadLetters(database)) say(line);
    };
  },
  'jobs retry'() {
    return async (database) => void say(await retryDeadLetters(database));
  },
  'check '() {
    return (database, config) =>
      withMoney(database, config, async ({ payments, topUps }) => {
        const areGood = await check(database, payments, say);
        const areTopUpsGood = await checkTopUps(database, topUps, config.publicUrl, say);
        if (!areGood || !areTopUpsGood) process.exitCode = 1;
      });
  },
};

function parseVerdict<Verdict extends string>(
  command: string,
  [orderId, flag, ...more]: string[],
  verdicts: readonly Verdict[],
): [string, Verdict] {
  const verdict = verdicts.find((one) => flag === `--${one}`);
  if (orderId !== undefined && verdict !== undefined && more.length === 0) return [orderId, verdict];
  throw new UsageError(`${command} needs an order, and ${verdicts.map((one) => `--${one}`).join(' or ')}`);
}

const keysOf = (database: Database, config: Config) =>
  createKeysService(database, { current: config.keyEncryptionKey, previous: config.previousKeyEncryptionKey });

const ratesOf = (database: Database, config: Config) =>
  createCurrencyService(database, () => fetchNationalBankRates({ baseUrl: config.nationalBankUrl, today: new Date() }));

interface Money {
  payments: Payments;
  topUps: TopUps;
}

async function withMoney(database: Database, config: Config, work: (money: Money) => Promise<void>) {
  const currency = createCurrencyService(database, () => Promise.reject(new Error('a command fetches no rates')));
  await work(createMoney({ config, db: database, currency, jobs, notify }));
}

/** Faults of all files at once: the operator mends them in one go. */
function readFiles(paths: string[]): CatalogueSource[] {
  const faults: string[] = [];
  const sources = paths.flatMap((path) => {
    try {
      return [parseCatalogueFile(path, readFileSync(path, 'utf8'))];
    } catch (error) {
      if (error instanceof CatalogueFileError) faults.push(...error.faults);
      else faults.push(`${path}: cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`);
      return [];
    }
  });
  if (faults.length > 0) throw new CatalogueFileError(faults);
  return sources;
}

/** The database of DATABASE_URL, of the store that runs on this data folder, or one started for the command. */
async function withDatabase(config: Config, work: Work): Promise<void> {
  const directory = `${config.dataDir}/postgres`;
  const existing = config.databaseUrl ?? findRunningPostgres(directory);
  if (existing) return useDatabase(existing, config, work);
  const release = claimDataFolder(config.dataDir, true);
  const own = startEmbeddedPostgres({ directory });
  const close = async () => {
    await own.then(
      (postgres) => postgres.stop(),
      () => {},
    );
    release();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      void close().then(() => process.exit(1));
    });
  }
  try {
    await useDatabase((await own).url, config, work);
  } finally {
    await close();
  }
}

async function useDatabase(url: string, config: Config, work: Work): Promise<void> {
  await migrate(url);
  await installJobs(url, QUEUES);
  const database = connect({ url, poolSize: 4 });
  await work(database, config).finally(() => database.destroy());
}

let isInterrupted = false;
process.stdout.on('error', () => {}); // `… export | head` reads only what it wants

try {
  const [subject = '', verb = '', ...rest] = process.argv.slice(2);
  const command = commands[`${subject} ${verb}`];
  if (!command) throw new UsageError(subject ? `There is no command ${`${subject} ${verb}`.trim()}` : 'Which command?');
  await withDatabase(loadConfig(), command(rest));
} catch (error) {
  const expected = [UsageError, AppError, CatalogueFileError, CommandError, ConfigError, KeyFileError, StartError].some(
    (kind) => error instanceof kind,
  );
  const message = expected && error instanceof Error ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(isInterrupted ? 'Interrupted\n' : `${message}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}\n`);
  process.exitCode = 1;
}
