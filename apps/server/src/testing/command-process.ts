import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandRequest, CommandResult } from './command-host.ts';
import { processEnvironment } from './store-process.ts';

/**
 * Commands of the operator in one process per worker of the tests. Loading the server for each takes ten times as long as
 * most commands. `runCli` starts a process, for tests of the process.
 */
const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));
let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Fails if the command leaves something open, which would keep a separate process from ending. */
export async function runCommand(args: string[], environment: Record<string, string>) {
  const answered = last.then(() => ask({ args, environment: processEnvironment(environment) }));
  last = answered.catch(() => {});
  const { left, ...result } = await answered;
  if (left.length > 0) throw new Error(`${args.join(' ')} leaves open: ${left.join(', ')}`);
  return result;
}

function ask(request: CommandRequest): Promise<CommandResult> {
  host ??= startHost();
  const child = host;
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => {
      host = undefined;
      reject(new Error(`The process of the commands ended with ${code}`));
    };
    child.once('exit', fail);
    child.once('message', (result: CommandResult) => {
      child.off('exit', fail);
      resolve(result);
    });
    child.send(request);
  });
}

function startHost(): ChildProcess {
  const child = fork(HOST, {
    cwd: '/',
    env: processEnvironment({}),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // The tests may end without it; then it ends too.
  child.unref();
  child.channel?.unref();
  return child;
}
