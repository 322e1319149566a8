import { createInterface } from 'node:readline/promises';
import { say } from './output.ts';

/** The option of every command that shows a preview first. */
export const YES_OPTION = ['--yes', 'do it without asking'] as const;

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Prints what the command is going to do and asks for consent on a terminal. Without a terminal `--yes` is the consent.
 * Returns false when nothing may be changed.
 */
export async function isConfirmed(
  preview: readonly string[],
  options: { yes?: boolean },
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
  for (const line of preview) terminal.output.write(`${line}\n`);
  if (options.yes) return true;
  if (!terminal.input.isTTY) {
    terminal.output.write('Nothing was changed. Add --yes to do it.\n');
    return false;
  }
  const dialog = createInterface({ input: terminal.input, output: terminal.output });
  const closed = new Promise<string>((resolve) => dialog.once('close', () => resolve('')));
  const answer = await Promise.race([dialog.question('Do it? [y/N] '), closed]);
  dialog.close();
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) terminal.output.write('Nothing was changed.\n');
  return isYes;
}

/** Runs the change after its preview was confirmed, and prints its result. Otherwise the command exits with 1. */
export async function confirmThen(
  preview: readonly string[],
  options: { yes?: boolean },
  change: () => Promise<string>,
): Promise<void> {
  if (await isConfirmed(preview, options)) say(await change());
  else process.exitCode = 1;
}
