// The stand-ins in a process of their own: they go on while the store is killed, as the outside world does.
import { parseConfig } from '../../apps/server/src/config.ts';
import { buildSandbox } from '../../apps/server/src/demo/sandbox.ts';

const config = parseConfig(process.env as Record<string, string>);
const sandbox = await buildSandbox(config);
await sandbox.listen({ port: config.sandboxPort, host: '127.0.0.1' });
process.stdout.write('ready\n');
