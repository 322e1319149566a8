import pg from 'pg';

/** What stands between the store and its database, in the same process: sees each statement before it is sent. */
export interface StatementHook {
  remove(): void;
}

export interface Statement {
  text: string;
  client: pg.Client;
  /** Sends it, or another in its place. */
  send(text?: string, parameters?: unknown): Promise<unknown>;
}

type Query = (this: pg.Client, config: unknown, values?: unknown) => unknown;
type Named = { text: string; name?: string };

/** Statements of the store's pool only: jobs and listeners have their own connections. */
export function hookStatements(around: (statement: Statement) => Promise<unknown>): StatementHook {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function hooked(config, values) {
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } };
    const text = typeof config === 'string' ? config : (config as Named | undefined)?.text;
    if (connectionParameters.application_name !== 'oyna' || text === undefined || typeof values === 'function') {
      return original.call(this, config, values);
    }
    // One that is not changed keeps the name it was prepared under.
    const send = (other = text, parameters = values) =>
      Promise.resolve(original.call(this, other === text ? config : other, parameters));
    return around({ text, client: this, send });
  };
  return {
    remove() {
      prototype.query = original;
    },
  };
}
