import { basename } from 'node:path';
import type { KeyLine } from '@oyna/domain/key-file';
import { type KeyFormat, maskKey, parseKeyPattern } from '@oyna/domain/key-formats';
import { parseAmount } from '@oyna/domain/money';
import { parseId } from '../../commands/arguments.ts';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { KeyImportsService } from './key-imports.service.ts';
import { KeyFileError, parseKeyFile, type RejectedLine, sortKeyLines } from './keys.file.ts';
import type { KeysService } from './keys.service.ts';

export interface KeyImportOptions {
  product?: string;
  supplier?: string;
  cost?: string;
  pattern?: string;
  anyFormat?: boolean;
  dryRun?: boolean;
  skipBad?: boolean;
}

export interface KeyImportOrder {
  fileName: string;
  lines: KeyLine[];
  productId: number;
  supplier: string;
  costCents: number;
  format: KeyFormat;
}

export interface KeyImportPlan {
  order: KeyImportOrder;
  productName: string;
  good: KeyLine[];
  rejected: RejectedLine[];
}

/** Reads the arguments and the file before a database is opened. */
export function parseKeyImport(
  file: string,
  options: KeyImportOptions,
  readFile: (file: string) => string,
): KeyImportOrder {
  const costCents = parseAmount(options.cost ?? '0');
  if (costCents === undefined) throw new UsageError('--cost is what one key cost, in dollars: 12.50');
  return {
    fileName: file,
    productId: parseId('--product', options.product),
    format: parseFormat(options),
    lines: parseKeyFile(file, readFile(file)),
    supplier: options.supplier?.trim().slice(0, 100) || 'unknown',
    costCents,
  };
}

function parseFormat({ pattern: text, anyFormat }: KeyImportOptions): KeyFormat {
  if (text !== undefined && anyFormat) throw new UsageError('Give --pattern or --any-format, not both');
  if (anyFormat) return { kind: 'any' };
  if (text === undefined) return { kind: 'platform' };
  const pattern = parseKeyPattern(text);
  if (!pattern) throw new UsageError(`--pattern is not a regular expression: ${text}`);
  return { kind: 'pattern', pattern };
}

/** Decides line by line what an import would do. Changes nothing. */
export async function planKeyImport(db: Database, keys: KeysService, order: KeyImportOrder): Promise<KeyImportPlan> {
  const product = await db
    .selectFrom('product')
    .select(['name', 'type', 'platform'])
    .where('id', '=', order.productId)
    .executeTakeFirst();
  if (!product) throw new CommandError(`There is no product ${order.productId}`);
  if (product.type === 'TopUp') throw new CommandError(`${product.name} is a top-up: it has no keys`);
  const { good, rejected } = sortKeyLines(order.lines, product, order.format);
  const known = await keys.listKnownLines(good, product);
  const lines = new Map(order.lines.map(({ line, value }) => [line, value]));
  for (const line of known) {
    rejected.push({ line, masked: maskKey(lines.get(line) ?? ''), reason: 'is in the vault already' });
  }
  return {
    order,
    productName: product.name,
    good: good.filter(({ line }) => !known.has(line)),
    rejected: rejected.toSorted((a, b) => a.line - b.line),
  };
}

/** One line for each rejected line of the file, with its key masked, and a summary. */
export function describeKeyImport({ order, productName, good, rejected }: KeyImportPlan): string[] {
  return [
    ...rejected.map(({ line, masked, reason }) => `${order.fileName}:${line}: ${masked} ${reason}`),
    `${good.length} keys for ${productName} can be imported, ${rejected.length} lines cannot`,
  ];
}

/** All good lines or nothing. A rejected line refuses the file unless the operator skips such lines. */
export async function importKeys(
  imports: KeyImportsService,
  plan: KeyImportPlan,
  { skipsBad }: { skipsBad: boolean },
): Promise<string> {
  const { order, productName, good, rejected } = plan;
  if (rejected.length > 0 && !skipsBad) {
    throw new KeyFileError([...describeKeyImport(plan), 'Nothing was imported. Correct the file, or add --skip-bad']);
  }
  if (good.length === 0) throw new KeyFileError([...describeKeyImport(plan), 'Nothing was imported.']);
  const { productId, supplier, costCents, fileName, format } = order;
  const batchId = await imports.importAtOnce(
    currentOperator(),
    {
      productId,
      supplier,
      costCents,
      fileName: basename(fileName).slice(0, 200),
      format: format.kind,
      stopsAtBad: !skipsBad,
      lineCount: good.length,
      chunkCount: 1,
      leftOut: rejected.length,
    },
    good,
  );
  const skipped = rejected.length === 0 ? '' : `, skipped ${rejected.length} lines`;
  return `Imported ${good.length} keys for ${productName}, batch ${batchId}${skipped}`;
}
