import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { UsageError } from './command-error.ts';
import { createProgram, nameOf } from './program.ts';

const listLeaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(listLeaves);
const names = listLeaves(createProgram()).map(nameOf);
const LOOK_UPS = names.filter((name) => / (list|show|find)$/.test(name) || ['visits', 'check', 'stock'].includes(name));

/** Runs a command with its required arguments and one fault. The fault is found before a database is opened. */
function run(name: string, fault: string[]): Promise<unknown> {
  const program = createProgram();
  const command = listLeaves(program).find((leaf) => nameOf(leaf) === name);
  const given = command?.registeredArguments.filter(({ required }) => required).map(() => 'VALUE') ?? [];
  const needed =
    command?.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'VALUE']) ?? [];
  return program.parseAsync([...name.split(' '), ...given, ...needed, ...fault], { from: 'user' });
}

describe('every command', () => {
  it.each(names)('%s refuses an option that it does not know', async (name) => {
    const error = await run(name, ['--no-such-option']).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringContaining('unknown option'), command: name });
  });

  it.each(
    listLeaves(createProgram())
      .filter((leaf) => !leaf.registeredArguments.at(-1)?.variadic)
      .map(nameOf),
  )('%s refuses more arguments than it takes', async (name) => {
    const error = await run(name, ['ONE', 'TWO', 'THREE']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining('too many arguments'), command: name });
  });

  it.each(names)('%s says what it does', (name) => {
    const command = listLeaves(createProgram()).find((leaf) => nameOf(leaf) === name);
    expect(command?.description()).toMatch(/^[A-Z].+\.$/);
    for (const option of command?.options ?? []) expect(option.description).not.toBe('');
  });

  it.each(LOOK_UPS)('%s can print JSON', (name) => {
    const command = listLeaves(createProgram()).find((leaf) => nameOf(leaf) === name);
    expect(command?.options.map(({ long }) => long)).toContain('--json');
  });

  it('refuses an option that is given twice', async () => {
    await expect(run('promo add', ['--percent', '5', '--percent', '50'])).rejects.toThrow('It is given twice.');
  });
});
