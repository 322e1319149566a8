import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { startTestNode } from '../../../apps/server/src/testing/test-store.ts';
import { sendConsoleRequests, sendRequests } from '../requests.ts';
import { openShop, type Shop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const AT_ONCE = 16;
/** As many as the node of the console has database connections: a request that waits too long for one is answered 503. */
const CONSOLE_AT_ONCE = 4;

/** Mutated requests to the whole API and the pages, then malformed bytes on sockets. */
export async function runRequests({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder() });
  const [requests, oddities] = [sized(200_000), sized(10_000)];
  try {
    const { answers, faults, seconds } = await measure(() =>
      sendRequests(shop, { requests, oddities, seed, atOnce: AT_ONCE }),
    );
    const what = `${requests} mutated requests and ${oddities} malformed sockets, seed ${seed}`;
    return [
      { what, result: describe(answers), seconds, faults },
      await tryConsole(shop, { requests: sized(20_000), seed, atOnce: CONSOLE_AT_ONCE }),
    ];
  } finally {
    await shop.close();
  }
}

/** The console runs in this process, which has the document of its calls. */
async function tryConsole(
  { databaseUrl }: Shop,
  options: Parameters<typeof sendConsoleRequests>[1],
): Promise<ResultRow> {
  const node = await startTestNode({ url: databaseUrl, environment: { RATE_LIMITS: 'off' } });
  try {
    const server = await node.openConsole();
    const { answers, faults, seconds } = await measure(() =>
      sendConsoleRequests({ server, database: node.database }, options),
    );
    const what = `${options.requests} mutated requests of an operator to the console`;
    return { what, result: describe(answers), seconds, faults };
  } finally {
    await node.close();
  }
}

const describe = (answers: Record<string, number>): string =>
  Object.entries(answers)
    .toSorted()
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
