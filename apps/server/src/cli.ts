import { runCommand } from './commands/run-command.ts';

process.stdout.on('error', () => {}); // `… export | head` reads only what it wants
await runCommand(process.argv.slice(2));
