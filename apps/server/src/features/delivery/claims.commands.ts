import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import { CommandError } from '../../commands/command-error.ts';
import { explainRefusal } from '../payment/refund.commands.ts';
import type { Claim, ClaimAnswersService } from './claim-answers.service.ts';

export function describeClaimLine(claim: Claim): string {
  const parts = [
    `key ${claim.keyId}`,
    claim.createdAt.toISOString(),
    claim.status,
    claim.isOverdue && 'OVERDUE',
    `order ${claim.orderNumber}`,
    claim.login,
    claim.productName,
    `$${amountToText(claim.priceCents)}`,
    claim.waitReason,
  ];
  return parts.filter(Boolean).join('  ');
}

export function describeClaim(claim: Claim): string[] {
  return [
    describeClaimLine(claim),
    `  order ${claim.orderId} at ${claim.provider}, batch ${claim.batchId}`,
    `  reason: ${claim.reason}, the buyer ${claim.isOpened ? 'has opened' : 'has not opened'} the key`,
    ...(claim.comment ? [`  comment: ${claim.comment}`] : []),
    ...(claim.resolvedAt ? [`  answered ${claim.resolvedAt.toISOString()} by ${claim.resolvedBy ?? 'the store'}`] : []),
    ...(claim.newKeyId === null ? [] : [`  replaced by key ${claim.newKeyId}`]),
    ...(claim.answer === null ? [] : [`  answer: ${claim.answer}`]),
  ];
}

/** One alert for each claim that waits for an operator. */
export async function describeClaimAlerts(claims: Pick<ClaimAnswersService, 'list'>): Promise<string[]> {
  return (await claims.list({ isOpen: true })).map(
    ({ keyId, orderNumber, createdAt, isOverdue }) =>
      `ALERT  ${isOverdue ? 'claim-overdue' : 'claim-open'}: order ${orderNumber}: key ${keyId}, since ${createdAt.toISOString()}${isOverdue ? `, promised within ${CLAIM_ANSWER_HOURS} hours` : ''}`,
  );
}

/** Runs an answer, and says in one line why a claim cannot be answered. */
export async function answerClaim<Result>(
  claims: Pick<ClaimAnswersService, 'get'>,
  keyId: number,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') throw new CommandError(`There is no claim about key ${keyId}`);
    if (error.code === 'out-of-stock') throw new CommandError('There is no other key of this product');
    if (error.code === 'message-invalid') throw new CommandError('--text needs 1 to 1000 characters');
    const { status, resolvedBy, orderId } = await claims.get(keyId);
    // The claim is open, so the refund of its order was refused.
    if (error.code === 'state-conflict') return explainRefusal(orderId, () => Promise.reject(error));
    if (error.code !== 'changed-meanwhile') throw error;
    throw new CommandError(`The claim is answered already: ${status} by ${resolvedBy ?? 'the store'}`);
  }
}
