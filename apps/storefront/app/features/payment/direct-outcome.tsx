import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { CircleCheck, PackageX } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

/** "Buy now" ends without a payment: the product is not on sale, or the order is paid already. */
export function DirectOutcome({ paidOrderId }: { paidOrderId: string | undefined }) {
  const { t } = useTranslation('payment');
  const { t: common } = useTranslation();
  const Icon = paidOrderId ? CircleCheck : PackageX;
  return (
    <EmptyState
      icon={<Icon size={32} />}
      text={t(paidOrderId ? 'direct-paid' : 'direct-out-of-stock')}
      action={
        <ButtonLink to={paidOrderId ? `/payment/result?order=${paidOrderId}` : '/catalog'} variant="primary">
          {paidOrderId ? t('open-order') : common('go-to-catalog')}
        </ButtonLink>
      }
    />
  );
}
