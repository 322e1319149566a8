import { runCommand } from './commands/run-command.ts';

process.stdout.on('error', () => {}); // `… export | head` closes the pipe early
await runCommand(process.argv.slice(2));
