import { parseAmount } from '@oyna/domain/money';
import { audit } from '../../audit.ts';
import { CommandError, UsageError } from '../../command-error.ts';
import { parseId } from '../../commands/arguments.ts';
import type { Database } from '../../database/connection.ts';
import { parseKeyFile } from './keys.file.ts';
import type { KeyChoice } from './keys.queries.ts';
import type { KeyImport, KeysService } from './keys.service.ts';

export interface KeyImportOptions {
  product?: string;
  supplier?: string;
  cost?: string;
}

/** Reads the arguments and the file before a database is opened. */
export function parseKeyImport(file: string, options: KeyImportOptions, readFile: (file: string) => string): KeyImport {
  const costCents = parseAmount(options.cost ?? '0');
  if (costCents === undefined) throw new UsageError('--cost is what one key cost, in dollars: 12.50');
  return {
    fileName: file,
    productId: parseId('--product', options.product),
    keys: parseKeyFile(file, readFile(file)),
    supplier: options.supplier?.trim() || 'unknown',
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

export interface KeyChoiceOptions {
  product?: string;
  batch?: string;
}

/** `--product ID`, `--batch ID`, or the ids of keys. */
export function parseKeyChoice(keyIds: string[], { product, batch }: KeyChoiceOptions): KeyChoice {
  const choice = {
    productId: product === undefined ? undefined : parseId('--product', product),
    batchId: batch === undefined ? undefined : parseId('--batch', batch),
    keyIds: keyIds.length === 0 ? undefined : keyIds.map((id) => parseId('a key', id)),
  };
  if (Object.values(choice).every((part) => part === undefined)) {
    throw new UsageError('The command needs --product ID, --batch ID, or the ids of keys');
  }
  return choice;
}

/** The keys themselves, as CSV. That they were taken out is written down before the first of them is. */
export async function exportKeys(db: Database, keys: KeysService, choice: KeyChoice, write: (line: string) => void) {
  await audit(db, 'keys export', describeChoice(choice));
  write('id,product,batch,status,key');
  for await (const { id, productId, batchId, status, key } of keys.exportKeys(choice)) {
    write(`${id},${productId},${batchId},${status},"${key.replaceAll('"', '""')}"`);
  }
}

export async function previewQuarantine(
  keys: KeysService,
  choice: KeyChoice & { isRelease: boolean },
): Promise<string[]> {
  const count = await keys.countKeys(choice, choice.isRelease ? 'quarantined' : 'available');
  return [`${count} keys of ${describeChoice(choice)} ${choice.isRelease ? 'go back on sale' : 'are taken off sale'}`];
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
