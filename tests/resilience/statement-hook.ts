import pg from 'pg';

/** Intercepts the statements of the store in this process before they are sent. */
export interface StatementHook {
  remove(): void;
}

export interface Statement {
  text: string;
  client: pg.Client;
  /** Sends the statement, or another one instead. */
  send(text?: string, parameters?: unknown): Promise<unknown>;
}

type Query = (this: pg.Client, config: unknown, values?: unknown, callback?: unknown) => unknown;
type Named = { text: string; name?: string };

/** Covers the store's pool only. Jobs and listeners have separate connections. */
export function hookStatements(around: (statement: Statement) => Promise<unknown>): StatementHook {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function hooked(config, values, callback) {
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } };
    const text = typeof config === 'string' ? config : (config as Named | undefined)?.text;
    if (connectionParameters.application_name !== 'oyna' || text === undefined || typeof values === 'function') {
      return original.call(this, config, values, callback);
    }
    // An unchanged statement keeps its name, so that it stays prepared.
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
