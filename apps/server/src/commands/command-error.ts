/** The command cannot be carried out. The message is all that the operator sees. */
export class CommandError extends Error {}

/** The arguments do not fit the command. The operator also gets a hint to its help. */
export class UsageError extends CommandError {
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
