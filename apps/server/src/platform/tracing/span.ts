export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes: Record<string, string | number>;
}

export interface OpenSpan {
  /** Runs the function inside of the span. */
  enter<T>(work: () => T): T;
  end(attributes?: Record<string, string | number>, isFailed?: boolean): void;
}

export interface Tracing {
  /** A client call outside of any span has none: it belongs to nothing that could be followed. */
  open(start: SpanStart): OpenSpan | undefined;
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** The address of an OpenTelemetry collector that takes OTLP over HTTP. */
  endpoint: string;
  /** The share of traces that is recorded, from 0 to 1. */
  ratio: number;
  serviceName: string;
}
