import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of all web processes. A scraper reaches one of them, which asks the process that started them. */

const QUESTION = 'oyna:metrics';
const PATIENCE_MS = 6_000;

interface Message {
  type: typeof QUESTION;
  id: string;
  /** Undefined when the processes did not answer in time. */
  text?: string | undefined;
}

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === QUESTION;

/** In the process that started the others. */
export function answerForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const answer = (text?: string) => worker.isConnected() && worker.send({ ...message, text });
    all.clusterMetrics().then(answer, () => answer());
  });
}

/** In a web process: returns the function that reads the metrics of all. It fails when a process does not answer. */
export function shareMetrics(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([own]);
  new AggregatorRegistry();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const id = randomUUID();
    const onMessage = (message: unknown) => isMessage(message) && message.id === id && resolve(message.text);
    process.on('message', onMessage);
    const timer = setTimeout(resolve, PATIENCE_MS, undefined);
    process.send?.({ type: QUESTION, id } satisfies Message);
    const text = await promise;
    clearTimeout(timer);
    process.off('message', onMessage);
    if (text === undefined) throw new Error('a web process did not report its metrics');
    return text;
  };
}
