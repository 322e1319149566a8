import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, also those that wait for other processes. At the end they would leave the other workers idle. */
export const LONG_FILES = [
  'apps/server/src/testing/production-install.test.ts',
  'tests/resilience/key-imports.test.ts',
  'tests/resilience/key-imports.kills.test.ts',
  'tests/resilience/operator-tasks.test.ts',
  'tests/resilience/process-kills.test.ts',
  'tests/resilience/part-refunds.test.ts',
  'tests/resilience/restore.test.ts',
];

/** Vitest knows how long a file takes only where it has run before, and orders files by their size elsewhere. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
