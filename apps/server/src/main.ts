import { type Config, ConfigError, loadConfig } from './config.ts';
import { assertPortIsFree } from './http/ports.ts';
import { claimDataFolder, StartError } from './platform/data-folder.ts';
import {
  dutiesOf,
  isStopRequested,
  isWebProcess,
  onStop,
  requestStop,
  say,
  stopAll,
  stopRequested,
} from './process.ts';

/** Checks the ports and locks the data folder. */
async function claimPlace(config: Config): Promise<void> {
  const { servesWeb, servesConsole, ownsDemo } = dutiesOf(config);
  if (servesWeb) await assertPortIsFree('PORT', config.port, config.host);
  if (servesConsole) await assertPortIsFree('CONSOLE_PORT', config.consolePort, config.host);
  if (ownsDemo) await assertPortIsFree('SANDBOX_PORT', config.sandboxPort, config.host);
  onStop('data folder', claimDataFolder(config.dataDir, config.databaseUrl === undefined));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopRequested()) return;
    requestStop();
    say('Stopping …');
  });
}
// Ctrl-C also ends the `tee` of `npm start | tee`. A closed pipe must not prevent a clean stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = loadConfig();
  if (!isWebProcess) await claimPlace(config);
  // Not at the top: it loads two thousand modules, and a start that cannot succeed ends before that.
  const { start } = await import('./start.ts');
  if (!isStopRequested()) await start(config);
  await stopRequested;
} catch (error) {
  if (!isStopRequested()) {
    const isExpected = error instanceof StartError || error instanceof ConfigError;
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
await stopAll();
process.exit();
