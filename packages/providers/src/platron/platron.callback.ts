/** What Platron calls: `check` before it takes the money, `result` after, `refund` when money went back. */
import { parseAmount } from '@oyna/domain/money';
import type { CallbackAnswer, CallbackDecision, CallbackReading, CallbackRequest } from '../payment-provider.ts';
import { decodeUtf8, isOrderId, quote } from '../wire.ts';
import { isSignedByPlatron, withSignature } from './platron.signature.ts';
import { readPlatronForm, writePlatronXml } from './platron.wire.ts';

export function readPlatronCallback({ script, body }: CallbackRequest, secret: string): CallbackReading {
  const text = decodeUtf8(body);
  const fields = text === undefined ? undefined : readPlatronForm(text);
  if (!fields) return { kind: 'rejected', reason: 'malformed', detail: 'not a form' };
  if (!isSignedByPlatron(script, fields, secret)) {
    return { kind: 'rejected', reason: 'signature', detail: `pg_sig is not ours for ${quote(script)}` };
  }
  return readSigned(script, fields);
}

/** The signature does not cover the names, so the format of each value is checked. */
function readSigned(script: string, fields: Record<string, string>): CallbackReading {
  const { pg_order_id: orderId = '', pg_payment_id: providerPaymentId = '' } = fields;
  const { pg_amount: amount, pg_currency = '', pg_salt: salt } = fields;
  const isWhole = isOrderId(orderId) && /^\d{1,20}$/.test(providerPaymentId) && /^[A-Z]{3}$/.test(pg_currency);
  if (!isWhole || amount === undefined || salt === undefined) return malformed('a field is missing or odd');
  const facts = {
    orderId,
    providerPaymentId,
    amount: parseAmount(amount),
    currency: platronCurrency(pg_currency),
    salt,
  };
  const { pg_result: result, pg_refund_id: refundId } = fields;
  if (script === 'check' && result === undefined) return { kind: 'verified', event: { type: 'check', ...facts } };
  if (script === 'result' && (result === '1' || result === '0')) {
    const canReject = fields['pg_can_reject'] === '1';
    return {
      kind: 'verified',
      event: { type: 'result', status: result === '1' ? 'paid' : 'failed', canReject, ...facts },
    };
  }
  if (script === 'refund' && refundId && result === undefined) {
    return { kind: 'verified', event: { type: 'refund', refundId, ...facts } };
  }
  return malformed(`pg_result ${quote(result ?? '')} for ${quote(script)}`);
}

function malformed(detail: string): CallbackReading {
  return { kind: 'rejected', reason: 'malformed', detail: `signed, but unreadable: ${detail}` };
}

/** The old code of the rouble is still sent. */
export function platronCurrency(code: string): string {
  return code === 'RUR' ? 'RUB' : code;
}

/** Signed with the salt of the request, but only if Platron signed the request: a stranger could misuse a signature. */
export function answerPlatron(reading: CallbackReading, decision: CallbackDecision, secret: string): CallbackAnswer {
  if (reading.kind !== 'verified') return { status: 400, contentType: 'text/plain', body: 'refused' };
  const { event } = reading;
  const pg_status = answerStatus(event.type === 'check' || (event.type === 'result' && event.canReject), decision);
  const fields = {
    pg_salt: event.salt ?? '',
    pg_status,
    pg_description: decision.description ?? pg_status,
  };
  const body = writePlatronXml(withSignature(event.type, fields, secret));
  return { status: 200, contentType: 'text/xml', body };
}

/** A payment that cannot be rejected any more is accepted, and the shop refunds it. */
function answerStatus(canReject: boolean, { answer }: CallbackDecision): 'ok' | 'rejected' | 'error' {
  if (answer === 'failed') return 'error';
  return answer === 'refused' && canReject ? 'rejected' : 'ok';
}
