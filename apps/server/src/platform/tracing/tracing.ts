import type { OpenSpan, SpanStart, Tracing, TracingOptions } from './span.ts';

/**
 * Spans of what a process does. Off by default: then nothing of OpenTelemetry is loaded, and the functions only run the work.
 * A span never holds parameters of a statement, queries of an address, messages of errors or anything else that a customer
 * or a provider has written.
 */

let current: Tracing | undefined;

/** Before the first connection to the database is opened. Returns how to stop it: what is left is sent. */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { createTracing } = await import('./open-telemetry.ts');
  const { traceOutgoing } = await import('./outgoing.ts');
  const tracing = createTracing(options);
  const stopOutgoing = traceOutgoing(tracing, new URL(options.endpoint).origin);
  current = tracing;
  return async () => {
    current = undefined;
    stopOutgoing();
    await tracing.stop();
  };
}

export const openSpan = (start: SpanStart): OpenSpan | undefined => current?.open(start);

export const isTracing = (): boolean => current !== undefined;

/** Runs the work in a span, and as it is while tracing is off. */
export async function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = openSpan(start);
  if (!span) return work();
  try {
    const result = await span.enter(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ 'error.type': nameOf(error) }, true);
    throw error;
  }
}

/** The message of an error may hold what a customer wrote. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
