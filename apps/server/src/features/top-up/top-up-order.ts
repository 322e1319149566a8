import type { TopUpCurrency } from '@oyna/domain/top-up';
import type { TopUpOrder } from '@oyna/providers/top-up-supplier';
import { TOP_UP_SERVICES, type TopUpService } from './top-up.services.ts';

interface Ordered {
  service: TopUpService;
  supplier: string;
  name: string;
  amount: number;
  currency: TopUpCurrency | null;
  account: string;
  code: string;
  unanswered_since?: Date | null;
}

/** The order for the supplier. The same top-up always gives the same order. */
export function orderOf(ordered: Ordered, publicUrl: string): TopUpOrder {
  const {
    service,
    supplier,
    name,
    amount,
    currency,
    account,
    code,
    unanswered_since: unansweredSince = null,
  } = ordered;
  return {
    code,
    account,
    amount: amount * 100,
    currency,
    item: TOP_UP_SERVICES[service].sells === 'pack' ? name : null,
    unansweredSince,
    callbackUrl: `${publicUrl}/api/v1/callbacks/${supplier}/${code}`,
  };
}
