import type { Command } from 'commander';
import { JSON_OPTION, print } from './output.ts';
import { withStore } from './store-access.ts';

export function registerHealthCommand(program: Command): void {
  program
    .command('health')
    .option(...JSON_OPTION)
    .description('Show processes, queues and partners, and what is wrong.')
    .action((options: { json?: boolean }) =>
      withStore(async ({ health }) => {
        const all = await health.read();
        const lines = [
          ...all.nodes.map(
            ({ role, host, version, beatAt, isSilent }) =>
              `${role}  ${host}  ${version}  ${isSilent ? 'SILENT since' : 'seen'} ${beatAt.toISOString()}`,
          ),
          ...all.queues
            .filter(({ waiting, running, failed }) => waiting + running + failed > 0)
            .map(
              (queue) => `${queue.name}  waiting ${queue.waiting}, running ${queue.running}, failed ${queue.failed}`,
            ),
          ...all.providers.map(({ label, paid, ended }) => `${label}  ${paid} of ${ended} payments paid in 24 hours`),
          ...all.suppliers.map(
            ({ name, delivered, ended, held }) =>
              `${name}  ${delivered} of ${ended} top-ups delivered in 24 hours, ${held} held`,
          ),
          ...all.faults.map(
            ({ kind, subject, since }) => `FAULT  ${`${kind} ${subject}`.trim()}  since ${since.toISOString()}`,
          ),
        ];
        print(all, lines, options);
      }),
    );
}
