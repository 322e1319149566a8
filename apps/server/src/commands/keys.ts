import { writeFileSync } from 'node:fs';
import { decodeKeyFile } from '@oyna/domain/key-file';
import type { Command } from 'commander';
import {
  compareKeys,
  exportKeys,
  type KeyChoiceOptions,
  parseKeyChoice,
  parseQuarantine,
  previewQuarantine,
  type QuarantineOptions,
  quarantineKeys,
  rotateKeys,
} from '../features/keys/keys.commands.ts';
import {
  describeKeyImport,
  importKeys,
  type KeyImportOptions,
  parseKeyImport,
  planKeyImport,
} from '../features/keys/keys.import-command.ts';
import { parseId, readBytes } from './arguments.ts';
import { confirmThen, YES_OPTION } from './confirmation.ts';
import { say } from './output.ts';
import { withStore } from './store-access.ts';

export function registerKeysCommands(program: Command): void {
  const keys = program.command('keys').description('Manage the keys in the vault.');
  keys
    .command('import')
    .argument('<file>', 'one key per line, or CSV with a column "key"')
    .option('--product <id>', 'the product that the keys belong to')
    .option('--supplier <name>', 'where they were bought')
    .option('--cost <dollars>', 'the cost of one key, as 12.50')
    .option('--pattern <regexp>', 'what a whole key looks like, instead of the format of the platform')
    .option('--any-format', 'take keys of any format; asks first')
    .option('--dry-run', 'show what would be imported and change nothing')
    .option('--skip-bad', 'import the good lines and list the others')
    .option('--report <file>', 'write the list of lines that cannot be imported to a file')
    .option(...YES_OPTION)
    .description('Put keys into the vault. A line that is malformed, repeated or known refuses the file.')
    .action(async (file: string, options: KeyImportOptions & { report?: string; yes?: boolean }) => {
      const order = parseKeyImport(file, options, (name) => decodeKeyFile(readBytes(name)));
      await withStore(async ({ database, payments: { keys: service }, stock }) => {
        const plan = await planKeyImport(database, service, order);
        const report = describeKeyImport(plan);
        if (options.report !== undefined) writeFileSync(options.report, `${report.join('\n')}\n`);
        if (options.dryRun) return report.forEach(say);
        const change = () => importKeys(stock.imports, plan, { skipsBad: options.skipBad === true });
        if (options.anyFormat) {
          await confirmThen([...report, 'The format of the keys is not checked.'], options, change);
          return;
        }
        if (options.skipBad) for (const line of report.slice(0, -1)) say(line);
        say(await change());
      });
    });
  addKeyChoice(keys.command('export'))
    .option('--approval <n>', 'the request that a second person has approved')
    .description('Write keys with their state as CSV. The export is recorded.')
    .action(async (keyIds: string[], options: KeyChoiceOptions & { approval?: string }) => {
      const choice = parseKeyChoice(keyIds, options);
      const approvalId = options.approval === undefined ? undefined : parseId('--approval', options.approval);
      await withStore(({ approvals, payments: { keys: service } }) =>
        exportKeys({ keys: service, approvals, write: say }, choice, approvalId),
      );
    });
  addKeyChoice(keys.command('quarantine'))
    .option('--release', 'put them back on sale')
    .option('--reason <text>', 'why, for the operators; needed with --batch')
    .option(...YES_OPTION)
    .description('Take unsold keys off sale, or put them back.')
    .action(async (keyIds: string[], options: QuarantineOptions & { yes?: boolean }) => {
      const choice = parseQuarantine(keyIds, options);
      await withStore(async ({ batches, payments: { keys: service } }) => {
        const change = () => quarantineKeys({ keys: service, batches }, choice);
        await confirmThen(await previewQuarantine(service, choice), options, change);
      });
    });
  keys
    .command('rotate')
    .description('Encrypt every key again with KEY_ENCRYPTION_KEY.')
    .action(() => withStore(async ({ payments }) => say(await rotateKeys(payments.keys))));
  keys
    .command('compare')
    .description(
      'Find keys that are in the vault twice, in two spellings, and take the one that no customer has off sale.',
    )
    .action(() => withStore(async ({ payments }) => (await compareKeys(payments.keys)).forEach(say)));
}

const addKeyChoice = (command: Command): Command =>
  command
    .argument('[key...]', 'ids of keys')
    .option('--product <id>', 'all keys of a product')
    .option('--batch <id>', 'all keys of a batch');
