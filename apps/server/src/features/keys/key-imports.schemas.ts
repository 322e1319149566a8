import { MAX_KEY_LENGTH } from '@oyna/domain/key-formats';
import { KEY_IMPORT_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { consoleComponent, Nullable, Time } from '../../http/openapi.ts';

const FAULTS = ['empty', 'too-long', 'invisible', 'format', 'look-alike', 'repeated', 'known'] as const;

const ImportFields = {
  id: Type.String(),
  productId: Type.Integer(),
  productName: Type.String(),
  batchId: Nullable(Type.Integer()),
  fileName: Type.String(),
  supplier: Type.String(),
  costCents: Type.Integer(),
  format: Type.Enum(['platform', 'pattern', 'any']),
  stopsAtBad: Type.Boolean(),
  lineCount: Type.Integer({ description: 'Lines that are sent' }),
  leftOut: Type.Integer({ description: 'Lines of the file that are not sent' }),
  chunkCount: Type.Integer(),
  chunksDone: Type.Integer(),
  imported: Type.Integer(),
  skipped: Type.Integer(),
  status: Type.Enum(KEY_IMPORT_STATUSES),
  createdBy: Type.String(),
  createdAt: Time,
  changedAt: Time,
};
export const KeyImport = consoleComponent('KeyImport', Type.Object(ImportFields));

const SkippedLine = consoleComponent(
  'SkippedLine',
  Type.Object({ line: Type.Integer(), fault: Type.Enum([...FAULTS]) }),
);

export const KeyImportDetails = consoleComponent(
  'KeyImportDetails',
  Type.Object({
    ...ImportFields,
    chunks: Type.Array(Type.Integer(), { description: 'The chunks that are committed' }),
    skippedLines: Type.Array(SkippedLine, { description: 'The first 1,000' }),
  }),
);

export const CommittedChunk = consoleComponent(
  'CommittedChunk',
  Type.Object({ ...ImportFields, chunkImported: Type.Integer(), chunkSkipped: Type.Array(SkippedLine) }),
);

export const RejectedLine = consoleComponent(
  'RejectedLine',
  Type.Object({
    line: Type.Integer(),
    masked: Type.String(),
    fault: Type.Enum([...FAULTS]),
    earlier: Type.Optional(Type.Integer()),
  }),
);

/** Lines of a file. They are never logged or recorded. */
export const KeyLines = (maxItems: number) =>
  Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
      value: Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH }),
    }),
    { minItems: 1, maxItems },
  );
