import type { EnvironmentReader } from './environment.ts';

export interface Tracing {
  /** Where traces are sent. */
  endpoint: string;
  /** The share of them, from 0 to 1. */
  ratio: number;
}

/** The names are those of OpenTelemetry. */
export function parseTracing({ url, read, refuse }: EnvironmentReader): Tracing | undefined {
  const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const text = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(ratio)) refuse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1 is needed');
  return endpoint ? { endpoint, ratio } : undefined;
}
