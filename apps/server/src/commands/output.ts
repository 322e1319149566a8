export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints the data of a look-up as JSON, or its lines for people. */
export function print(data: unknown, lines: readonly string[], options: { json?: boolean }): void {
  if (options.json) say(JSON.stringify(data, null, 2));
  else for (const line of lines) say(line);
}

/** The option that every look-up has. */
export const JSON_OPTION = ['--json', 'print JSON'] as const;
