/** Refunds that can be repeated safely: the refunded total at the provider is read first. */
import {
  PaymentProviderError,
  type ProviderStatus,
  type RefundRequest,
  type RefundResult,
  type RefundTry,
} from './payment-provider.ts';

type SendRefund = (status: Exclude<ProviderStatus, { status: 'not-found' }>) => Promise<RefundResult>;

export async function refundOnce(
  request: RefundRequest,
  readStatus: () => Promise<ProviderStatus>,
  send: SendRefund,
): Promise<RefundTry> {
  let isSent = false;
  const result = await tryRefund(request, readStatus, (status) => {
    isSent = true;
    return send(status);
  });
  return { ...result, isSent };
}

async function tryRefund(
  request: RefundRequest,
  readStatus: () => Promise<ProviderStatus>,
  send: SendRefund,
): Promise<RefundResult> {
  const { amount, paid, refundedBefore, triedBefore } = request;
  const wanted = refundedBefore + amount;
  const isPossible = [amount, paid, refundedBefore].every(Number.isSafeInteger) && amount > 0 && refundedBefore >= 0;
  if (!isPossible || wanted > paid) {
    return { outcome: 'refused', detail: `${amount} cannot go back of ${paid}, of which ${refundedBefore} has` };
  }
  try {
    const status = await readStatus();
    if (status.status === 'not-found') return { outcome: 'refused', detail: 'the provider has no such payment' };
    const refunded = givenBack(status, paid);
    if (refunded === wanted) return { outcome: 'done', detail: 'was given back before' };
    if (refunded !== undefined && refunded !== refundedBefore) {
      return { outcome: 'refused', detail: `the provider has given back ${refunded}, not ${refundedBefore}` };
    }
    if (status.status !== 'paid' && status.status !== 'partly-refunded') {
      return { outcome: 'refused', detail: `the payment is ${status.status}` };
    }
    // A provider refuses a second full refund. A second partial refund would pay twice.
    if (refunded === undefined && triedBefore && amount < paid) {
      return { outcome: 'refused', detail: 'the provider does not tell what became of the first try: look by hand' };
    }
    const result = await send(status);
    return result.outcome === 'refused' ? await checkAgain(result, readStatus, paid, wanted) : result;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return { outcome: error.reason === 'unknown' ? 'unknown' : 'refused', detail: error.message };
  }
}

/** Of a request that arrived twice one is refused, and only the refusal may have reached us. */
async function checkAgain(
  refusal: RefundResult,
  readStatus: () => Promise<ProviderStatus>,
  paid: number,
  wanted: number,
): Promise<RefundResult> {
  const status = await readStatus();
  if (status.status === 'not-found') return refusal;
  return givenBack(status, paid) === wanted ? { outcome: 'done', detail: 'was given back already' } : refusal;
}

/** How much of what was paid has gone back. Undefined where the provider does not tell. */
function givenBack(payment: Exclude<ProviderStatus, { status: 'not-found' }>, paid: number): number | undefined {
  return payment.status === 'refunded' || payment.status === 'cancelled' ? paid : payment.refundedAmount;
}
