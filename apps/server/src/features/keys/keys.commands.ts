import { APPROVAL_HOURS } from '@oyna/domain/approvals';
import { AppError, type ErrorCode } from '@oyna/domain/errors';
import { parseId } from '../../commands/arguments.ts';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { ApprovalsService } from '../approvals/approvals.service.ts';
import type { BatchesService } from './batches.service.ts';
import type { KeyChoice } from './keys.queries.ts';
import type { KeysService } from './keys.service.ts';

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

interface ExportParts {
  keys: Pick<KeysService, 'exportKeys'>;
  approvals: Pick<ApprovalsService, 'recordKeyExport'>;
  write: (line: string) => void;
}

/** The keys as CSV. The export is recorded before the first key is written. */
export async function exportKeys({ keys, approvals, write }: ExportParts, choice: KeyChoice, approvalId?: number) {
  const actor = currentOperator();
  await explainApproval(() => approvals.recordKeyExport(actor, describeChoice(choice), approvalId));
  write('id,product,batch,status,key');
  for await (const { id, productId, batchId, status, key } of keys.exportKeys(actor, choice)) {
    write(`${id},${productId},${batchId},${status},"${key.replaceAll('"', '""')}"`);
  }
}

const REFUSALS: Partial<Record<ErrorCode, string>> = {
  'not-found': 'There is no such request for these keys',
  'approval-expired': 'The request has expired. Run the command without --approval to ask again.',
};

async function explainApproval(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { approvalId, status } = (error.current ?? {}) as { approvalId?: number; status?: string };
    if (error.code === 'approval-needed') {
      throw new CommandError(
        `A second person approves this export. Request ${approvalId} is on the screen Approvals of the console. Run the command again with --approval ${approvalId} within ${APPROVAL_HOURS} hours.`,
      );
    }
    if (error.code === 'changed-meanwhile') throw new CommandError(`Request ${approvalId} is ${status}, not approved`);
    const line = REFUSALS[error.code];
    throw line === undefined ? error : new CommandError(line);
  }
}

interface Quarantine extends KeyChoice {
  isRelease: boolean;
  /** Needed for a whole batch. */
  reason?: string | undefined;
}

export interface QuarantineOptions extends KeyChoiceOptions {
  release?: boolean;
  reason?: string;
}

/** The same choice as for an export. A whole batch needs a reason, as in the console. */
export function parseQuarantine(keyIds: string[], options: QuarantineOptions): Quarantine {
  const reason = options.reason?.trim();
  const choice = parseKeyChoice(keyIds, options);
  if (choice.batchId !== undefined && (!reason || reason.length > MAX_REASON)) {
    throw new UsageError(`--batch needs --reason with a text of up to ${MAX_REASON} characters`);
  }
  return { ...choice, isRelease: options.release === true, reason };
}

const MAX_REASON = 500;

export async function previewQuarantine(keys: KeysService, choice: Quarantine): Promise<string[]> {
  const count = await keys.countKeys(choice, choice.isRelease ? 'quarantined' : 'available');
  return [`${count} keys of ${describeChoice(choice)} ${choice.isRelease ? 'go back on sale' : 'are taken off sale'}`];
}

interface QuarantineParts {
  keys: Pick<KeysService, 'moveKeys'>;
  batches: Pick<BatchesService, 'quarantine' | 'release'>;
}

/** A whole batch is marked, so that a key that returns to stock later is not sold either. */
export async function quarantineKeys({ keys, batches }: QuarantineParts, choice: Quarantine): Promise<string> {
  const { batchId, productId, keyIds, isRelease, reason = '' } = choice;
  const actor = currentOperator();
  const isBatch = batchId !== undefined && productId === undefined && keyIds === undefined;
  const moved = isBatch
    ? await explainBatch(choice, batchId, () => batches[isRelease ? 'release' : 'quarantine'](actor, batchId, reason))
    : await keys.moveKeys(actor, choice, isRelease ? 'available' : 'quarantined', describeChoice(choice));
  return isRelease ? `${moved} keys are for sale again` : `${moved} keys are in quarantine`;
}

async function explainBatch(
  { isRelease }: Quarantine,
  batchId: number,
  change: () => Promise<number>,
): Promise<number> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') throw new CommandError(`There is no batch ${batchId}`);
    if (error.code !== 'changed-meanwhile') throw error;
    throw new CommandError(`Batch ${batchId} is ${isRelease ? 'not in quarantine' : 'in quarantine already'}`);
  }
}

export async function rotateKeys(keys: KeysService): Promise<string> {
  const rotated = await keys.rotateKeys(currentOperator());
  return `Sealed ${rotated} keys anew; KEY_ENCRYPTION_KEY_PREVIOUS is not needed any more`;
}

/** A line for each key that the vault has twice, and a summary. */
export async function compareKeys(keys: Pick<KeysService, 'compareKeys'>): Promise<string[]> {
  const { compared, changed, doubles } = await keys.compareKeys(currentOperator());
  return [
    ...doubles.map(
      (one) =>
        `Key ${one.id} (product ${one.productId}, ${one.status}) is the same as key ${one.sameAs} (product ${one.otherProductId}, ${one.otherStatus})`,
    ),
    `Compared ${compared} keys: ${changed} had another spelling, ${doubles.length} are in the vault twice`,
  ];
}

function describeChoice({ productId, batchId, keyIds }: KeyChoice): string {
  const parts = [
    productId !== undefined && `product ${productId}`,
    batchId !== undefined && `batch ${batchId}`,
    keyIds && `keys ${keyIds.join(' ')}`,
  ];
  return parts.filter(Boolean).join(', ').slice(0, 500);
}
