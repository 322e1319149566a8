import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../commands/run-command.ts';

/** The program of `command-process.ts`: runs one command after another, each with its own environment. */

export interface CommandRequest {
  args: string[];
  environment: Record<string, string>;
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
  /** What would keep a process of this command from ending. */
  left: string[];
}

const DRAIN_MS = 10_000;

function capture(stream: NodeJS.WriteStream) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

/** Sockets take a moment to close. */
async function drain(before: readonly string[]): Promise<string[]> {
  const deadline = Date.now() + DRAIN_MS;
  while (true) {
    const left = process.getActiveResourcesInfo();
    for (const known of before) {
      const place = left.indexOf(known);
      if (place >= 0) left.splice(place, 1);
    }
    if (left.length === 0 || Date.now() > deadline) return left;
    await delay(5, undefined, { ref: false });
  }
}

async function answer({ args, environment }: CommandRequest): Promise<CommandResult> {
  const before = process.getActiveResourcesInfo();
  process.env = { ...environment };
  process.exitCode = 0;
  const [endStdout, endStderr] = [capture(process.stdout), capture(process.stderr)];
  await runCommand(args);
  const [stdout, stderr] = [endStdout(), endStderr()];
  const code = Number(process.exitCode);
  process.exitCode = 0;
  return { code, stdout, stderr, left: await drain(before) };
}

let last = Promise.resolve();
process.on('message', (request: CommandRequest) => {
  last = last.then(async () => void process.send?.(await answer(request)));
});
process.once('disconnect', () => process.exit());
