import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAmount } from '@oyna/domain/money';
import { audit } from '../../audit.ts';
import { CommandError } from '../../command-error.ts';
import type { Database } from '../../database/connection.ts';
import { parseKeyFile } from './keys.file.ts';
import type { KeyChoice } from './keys.queries.ts';
import type { KeyImport, KeysService } from './keys.service.ts';

/** `keys import FILE --product ID [--supplier NAME] [--cost DOLLARS]`, read before there is a database to ask. */
export function parseKeyImport(args: string[]): KeyImport {
  const { values, positionals } = readArguments(args, {
    product: { type: 'string' },
    supplier: { type: 'string' },
    cost: { type: 'string' },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError('keys import needs one file');
  const costCents = parseAmount(values['cost'] ?? '0');
  if (costCents === undefined) throw new CommandError('--cost is what one key cost, in dollars: 12.50');
  return {
    fileName: file,
    keys: parseKeyFile(file, readText(file)),
    productId: idOf('--product', values['product']),
    supplier: values['supplier']?.trim() || 'unknown',
    costCents,
  };
}

export async function importKeys(db: Database, keys: KeysService, order: KeyImport): Promise<string> {
  const product = await db
    .selectFrom('product')
    .select(['name', 'type'])
    .where('id', '=', order.productId)
    .executeTakeFirst();
  if (!product) throw new CommandError(`There is no product ${order.productId}`);
  if (product.type === 'TopUp') throw new CommandError(`${product.name} is a top-up: it has no keys`);
  const { productId, supplier } = order;
  const count = order.keys.length;
  const [batchId] = await keys.importKeys([order], async (transaction, [batchId]) =>
    audit(transaction, 'keys import', `product ${productId}`, { batchId, count, supplier }),
  );
  return `Imported ${count} keys for ${product.name}, batch ${batchId}`;
}

/** `--product ID`, `--batch ID`, or the ids of keys. */
export function parseKeyChoice(command: string, args: string[]): KeyChoice & { isRelease: boolean } {
  const { values, positionals } = readArguments(args, {
    product: { type: 'string' },
    batch: { type: 'string' },
    release: { type: 'boolean' },
  });
  const choice = {
    productId: values['product'] === undefined ? undefined : idOf('--product', values['product']),
    batchId: values['batch'] === undefined ? undefined : idOf('--batch', values['batch']),
    keyIds: positionals.length === 0 ? undefined : positionals.map((id) => idOf('a key', id)),
  };
  if (Object.values(choice).every((part) => part === undefined)) {
    throw new CommandError(`${command} needs --product ID, --batch ID, or the ids of keys`);
  }
  return { ...choice, isRelease: values['release'] === true };
}

/** The keys themselves, as CSV. That they were taken out is written down before the first of them is. */
export async function exportKeys(db: Database, keys: KeysService, choice: KeyChoice, write: (line: string) => void) {
  await audit(db, 'keys export', describeChoice(choice));
  write('id,product,batch,status,key');
  for await (const { id, productId, batchId, status, key } of keys.exportKeys(choice)) {
    write(`${id},${productId},${batchId},${status},"${key.replaceAll('"', '""')}"`);
  }
}

export async function quarantineKeys(keys: KeysService, choice: KeyChoice & { isRelease: boolean }) {
  const moved = await keys.moveKeys(choice, choice.isRelease ? 'available' : 'quarantined', describeChoice(choice));
  return choice.isRelease ? `${moved} keys are for sale again` : `${moved} keys are in quarantine`;
}

export async function rotateKeys(keys: KeysService): Promise<string> {
  const rotated = await keys.rotateKeys();
  return `Sealed ${rotated} keys anew; KEY_ENCRYPTION_KEY_PREVIOUS is not needed any more`;
}

function describeChoice({ productId, batchId, keyIds }: KeyChoice): string {
  const parts = [
    productId !== undefined && `product ${productId}`,
    batchId !== undefined && `batch ${batchId}`,
    keyIds && `keys ${keyIds.join(' ')}`,
  ];
  return parts.filter(Boolean).join(', ').slice(0, 500);
}

function readArguments<Options extends Record<string, { type: 'string' | 'boolean' }>>(
  args: string[],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return {
      values: values as { [Name in keyof Options]?: Options[Name]['type'] extends 'string' ? string : boolean },
      positionals,
    };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function idOf(name: string, text: string | undefined): number {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1) throw new CommandError(`${name} needs a number: ${text ?? 'none was given'}`);
  return id;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${file}: cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    );
  }
}
