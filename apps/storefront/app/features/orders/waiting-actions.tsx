import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { Order } from '@oyna/api-client/models';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './waiting-actions.module.css';

interface WaitingActionsProps {
  order: Pick<Order, 'orderId' | 'link_url' | 'cardForm' | 'isDirect'>;
  /** It may have been paid: only the provider knows. */
  onCancelled(): void;
}

/** For a customer who came back without paying. */
export function WaitingActions({ order, onCancelled }: WaitingActionsProps) {
  const { orderId, link_url, cardForm, isDirect } = order;
  const { t } = useTranslation('orders');
  const callApi = useApi();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const isRunning = useRef(false);
  // A full page load: the card form has another content policy than this page.
  const address = cardForm ? `/payment-talk?order=${orderId}` : link_url;

  const cancel = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(undefined);
    const path = { orderId };
    try {
      await callApi((api) => api.POST('/api/v1/payment/{orderId}/cancel', { params: { path } }));
      const after = await callApi((api) => api.GET('/api/v1/user/orders/{orderId}', { params: { path } }));
      if (after.state === 'failed' && !isDirect) await navigate('/cart');
      else onCancelled();
    } catch (error) {
      setFault(faultOf(error));
    }
    isRunning.current = false;
    setBusy(false);
  };
  return (
    <div className={styles.waiting} data-screen-only="">
      <p>{t(isDirect ? 'text-not-paid-yet-direct' : 'text-not-paid-yet')}</p>
      <FormNotice error={fault && t('cancel-failed')} requestId={fault?.requestId} />
      <div className={styles.actions}>
        {address && (
          <Button variant="primary" disabled={isBusy} onClick={() => location.assign(address)}>
            {t('continue-payment')}
          </Button>
        )}
        <Button isBusy={isBusy} onClick={() => void cancel()}>
          {t(isDirect ? 'cancel-direct' : 'cancel-payment')}
        </Button>
      </div>
    </div>
  );
}
