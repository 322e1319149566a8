import type { CallFault } from '@oyna/api-client/call-fault';
import { Button, ButtonLink } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './not-payed-dialog.module.css';
import { isForTheCart, paymentFaultText } from './payment-faults.ts';

interface NotPayedDialogProps {
  fault: CallFault | undefined;
  /** Its words, where what was to be paid is not a basket. */
  text?: string | undefined;
  onClose(): void;
}

/** Spec §8's dialog `not-payed`: what happened, a way on where there is one, and a button to close it. */
export function NotPayedDialog({ fault, text, onClose }: NotPayedDialogProps) {
  const { t } = useTranslation('payment');
  const { t: common } = useTranslation();
  return (
    <Dialog title={t('not-payed')} isOpen={fault !== undefined} onClose={onClose}>
      {fault && (
        <div className={styles.content}>
          <p>{text ?? paymentFaultText(t, fault.error)}</p>
          {fault.requestId && (
            <p className={styles.id}>
              {common('request-id')}: {fault.requestId}
            </p>
          )}
          <div className={styles.actions}>
            {text === undefined && isForTheCart(fault.error) && (
              <ButtonLink to="/cart" variant="brand" isWide>
                {t('back-to-cart')}
              </ButtonLink>
            )}
            <Button isWide onClick={onClose}>
              {common('close')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
