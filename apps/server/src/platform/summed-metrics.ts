import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

/**
 * The metrics of all web processes. A scraper reaches one of them, which asks the process that started them. A process that
 * is starting, ends or does not answer is left out.
 */

const QUESTION = 'oyna:metrics';
const REPORT = 'oyna:metrics-of-one';
const PATIENCE_MS = 6_000;
const PATIENCE_WITH_ONE_MS = 3_000;

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

interface Message {
  type: typeof QUESTION | typeof REPORT;
  /** Without it: this process can be asked. */
  id?: string;
  text?: string;
  metrics?: Metrics;
}

const isMessage = (message: unknown, type: Message['type']): message is Message =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** In the process that started the others. `own` is what this process counts itself. */
export function answerForAll(own: Registry): void {
  const open = new Set<Worker>();
  const answers = new Map<string, (metrics: Metrics) => void>();
  cluster.on('exit', (worker) => open.delete(worker));
  cluster.on('message', (worker, message: unknown) => {
    if (isMessage(message, REPORT)) {
      if (message.id === undefined) open.add(worker);
      else answers.get(message.id)?.(message.metrics ?? []);
    } else if (isMessage(message, QUESTION)) {
      void sum().then((text) => worker.isConnected() && worker.send({ ...message, text }));
    }
  });

  async function sum(): Promise<string> {
    const reports = await Promise.all([...open].map(ask));
    return AggregatorRegistry.aggregate([
      ...reports.filter(({ length }) => length > 0),
      await own.getMetricsAsJSON(),
    ]).metrics();
  }

  async function ask(worker: Worker): Promise<Metrics> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Metrics>();
    const patience = new AbortController();
    const timer = setTimeout(resolve, PATIENCE_WITH_ONE_MS, []);
    answers.set(id, resolve);
    once(worker, 'exit', { signal: patience.signal }).then(
      () => resolve([]),
      () => {},
    );
    // It fails when the process has just ended.
    if (worker.isConnected()) worker.send({ type: REPORT, id } satisfies Message, () => {});
    else resolve([]);
    return promise.finally(() => {
      clearTimeout(timer);
      patience.abort();
      answers.delete(id);
    });
  }
}

/** In a web process: returns the function that reads the metrics of all. */
export function shareMetrics(own: Registry): () => Promise<string> {
  const send = (message: Message) => void process.send?.(message);
  process.on('message', (message: unknown) => {
    if (!isMessage(message, REPORT)) return;
    own.getMetricsAsJSON().then(
      (metrics) => send({ ...message, metrics }),
      () => send({ ...message, metrics: [] }),
    );
  });
  send({ type: REPORT });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const id = randomUUID();
    const onMessage = (message: unknown) =>
      isMessage(message, QUESTION) && message.id === id && resolve(message.text ?? '');
    process.on('message', onMessage);
    const timer = setTimeout(resolve, PATIENCE_MS, undefined);
    send({ type: QUESTION, id });
    const text = await promise;
    clearTimeout(timer);
    process.off('message', onMessage);
    // What this process knows itself is better than nothing.
    return text ?? own.metrics();
  };
}
