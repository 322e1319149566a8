// The sandboxes in a separate process: they keep running while the store is killed, as the outside world does.
import { parseConfig } from '../../apps/server/src/config.ts';
import { buildDemoSandbox } from '../../apps/server/src/demo/demo.ts';

const config = parseConfig(process.env as Record<string, string>);
const sandbox = await buildDemoSandbox(config);
await sandbox.listen({ port: config.sandboxPort, host: '127.0.0.1' });
process.stdout.write('ready\n');
