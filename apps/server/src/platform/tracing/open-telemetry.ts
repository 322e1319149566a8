import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracing, TracingOptions } from './span.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
/** A collector that does not answer holds up neither the store nor its stop. */
const SEND_MS = 5_000;

/** The only file that knows the packages of OpenTelemetry. It is loaded when tracing is on. */
export function createTracing({ endpoint, ratio, serviceName }: TracingOptions): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('oyna');
  return {
    open({ name, kind, attributes }) {
      if (kind === 'client' && !trace.getActiveSpan()) return undefined;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes });
      const inside = trace.setSpan(context.active(), span);
      return {
        enter: (work) => context.with(inside, work),
        end(more, isFailed = false) {
          if (more) span.setAttributes(more);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}
