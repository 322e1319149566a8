import type pg from 'pg';
import { isTracing, traced } from './tracing.ts';

/** Longer ones say no more. */
const MOST_CHARACTERS = 2_000;

/**
 * Spans of the statements of a connection: their text, in which values are `$1`, and never the values. Without tracing the
 * connection stays as it is.
 */
export function traceStatements(client: pg.PoolClient): void {
  if (!isTracing()) return;
  const run = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const traceOne = (...args: unknown[]) => {
    const text = textOf(args[0]);
    // With a callback pg returns no promise.
    if (text === undefined || typeof args.at(-1) === 'function') return run(...args);
    const [verb = ''] = /^\w+/.exec(text.trimStart()) ?? [];
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MOST_CHARACTERS) };
    return traced({ name: verb.toUpperCase() || 'statement', kind: 'client', attributes }, () => run(...args));
  };
  client.query = traceOne as unknown as typeof client.query;
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && !('submit' in statement);
  return isConfig && 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
}
