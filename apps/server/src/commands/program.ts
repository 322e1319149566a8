import { Command, type CommanderError, InvalidArgumentError, type Option } from 'commander';
import { registerBackupCommand } from './backup.ts';
import { registerBackupsCommands } from './backups.ts';
import { registerCatalogueCommands } from './catalogue.ts';
import { registerCheckCommand } from './check.ts';
import { registerClaimsCommands } from './claims.ts';
import { UsageError } from './command-error.ts';
import { registerCustomersCommands } from './customers.ts';
import { registerFinanceCommands } from './finance.ts';
import { registerHealthCommand } from './health.ts';
import { registerJobsCommands } from './jobs.ts';
import { registerKeysCommands } from './keys.ts';
import { registerMigrateCommand } from './migrate.ts';
import { registerOperatorsCommands } from './operators.ts';
import { registerOrdersCommands } from './orders.ts';
import { registerPromoCommands } from './promo.ts';
import { registerRatesCommands } from './rates.ts';
import { registerRestoreCommand } from './restore.ts';
import { registerRestoredCommand } from './restored.ts';
import { registerReviewsCommands } from './reviews.ts';
import { registerStockCommand } from './stock.ts';
import { registerTopUpsCommands } from './top-ups.ts';
import { registerVisitsCommand } from './visits.ts';

const SUBJECTS = [
  registerOrdersCommands,
  registerClaimsCommands,
  registerTopUpsCommands,
  registerCustomersCommands,
  registerReviewsCommands,
  registerStockCommand,
  registerKeysCommands,
  registerCatalogueCommands,
  registerPromoCommands,
  registerRatesCommands,
  registerFinanceCommands,
  registerOperatorsCommands,
  registerVisitsCommand,
  registerHealthCommand,
  registerJobsCommands,
  registerBackupCommand,
  registerRestoreCommand,
  registerRestoredCommand,
  registerBackupsCommands,
  registerCheckCommand,
  registerMigrateCommand,
];

/** Every command of the operator. A wrong argument throws `UsageError` before a database is opened. */
export function createProgram(): Command {
  const program = new Command('shop')
    .usage('COMMAND')
    .description('Manage the store.')
    .helpCommand(false)
    .configureHelp({
      visibleCommands: (command) => (command.parent ? [...command.commands] : listActions(command)),
      subcommandTerm: (command) => `${nameOf(command)} ${command.usage()}`.replace(' [options]', '').trimEnd(),
      commandUsage: (command) => `npm run shop -- ${nameOf(command)} ${command.usage()}`.replace('  ', ' '),
    })
    // Errors are printed once, by run-command.ts.
    .configureOutput({ writeErr: () => {} });
  for (const register of SUBJECTS) register(program);
  makeStrict(program);
  return program;
}

/** "orders refund", without the name of the program. */
export const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}`.trim() : '';

function makeStrict(command: Command): void {
  command.exitOverride((error) => throwUsageError(error, command));
  for (const option of command.options) refuseRepetition(command, option);
  for (const child of command.commands) makeStrict(child);
}

function throwUsageError(error: CommanderError, command: Command): never {
  if (error.exitCode === 0) throw error;
  const message = error.code === 'commander.help' ? 'a command is missing' : error.message;
  const line = message.replace(/^error: /, '').replaceAll('\n', ' ');
  throw new UsageError(line, nameOf(command));
}

/** Of two values for one option the last would win silently. */
function refuseRepetition(command: Command, option: Option): void {
  if (option.variadic || option.isBoolean()) return;
  option.argParser((value: string) => {
    if (command.getOptionValueSource(option.attributeName()) === 'cli')
      throw new InvalidArgumentError('It is given twice.');
    return value;
  });
}

const listActions = (command: Command): Command[] =>
  command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : listActions(child)));
