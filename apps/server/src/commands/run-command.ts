import { AppError } from '@oyna/domain/errors';
import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { CatalogueFileError } from '../features/catalogue/catalogue-file-error.ts';
import { KeyFileError } from '../features/keys/keys.file.ts';
import { BackupError } from '../platform/backup/backup-folder.ts';
import { StartError } from '../platform/data-folder.ts';
import { CommandError, UsageError } from './command-error.ts';
import { createProgram, nameOf } from './program.ts';
import { isInterrupted } from './store-access.ts';

/** Exit codes: 0 done, 1 refused or failed, 2 wrong arguments. */
const WRONG_ARGUMENTS = 2;
const EXPECTED = [AppError, BackupError, CatalogueFileError, CommandError, ConfigError, KeyFileError, StartError];

/** Runs a command of the operator and sets the exit code of this process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = createProgram();
  let command: Command = program;
  program.hook('preAction', (_, actionCommand) => {
    command = actionCommand;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError && error.exitCode === 0)) report(error, command);
  }
}

function report(error: unknown, command: Command): void {
  process.exitCode = error instanceof UsageError ? WRONG_ARGUMENTS : 1;
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const message = error instanceof Error ? (isExpected ? error.message : error.stack) : error;
  process.stderr.write(isInterrupted() ? 'Interrupted\n' : `${message}\n`);
  if (error instanceof UsageError) {
    process.stderr.write(`See: npm run shop -- ${`${error.command ?? nameOf(command)} --help`.trim()}\n`);
  }
}
