import type { Alert } from '@oyna/api-client/models';
import type { ListedCurrency } from '@oyna/domain/constants';
import { ErrorState } from '@oyna/ui/error-state';
import { Spinner } from '@oyna/ui/spinner';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import type { Means } from './alert-means.ts';
import { AlertSettings } from './alert-settings.tsx';

interface AlertFormProps {
  kind: Alert['kind'];
  /** Undefined for the ends of discounts. */
  offer?: { id: number; name: string; price: number | undefined };
  onDone(isOn: boolean): void;
}

/** Loads what the customer has already, and then shows the settings. */
export function AlertForm({ kind, offer, onDone }: AlertFormProps) {
  const { t } = useTranslation('alerts');
  const { active } = useCurrency();
  const { data, failure, reload } = useMemberData((api) => api.GET('/api/v1/user/alerts'));
  if (failure) return <ErrorState title={t('list-failed')} onRetry={reload} {...failedCall(failure)} />;
  if (!data || !active) return <Spinner />;
  const existing = data.alerts.find((alert) => alert.kind === kind && alert.offer?.id === offer?.id);
  const means: Means = { canMail: data.canMail, pushKey: data.pushKey };
  return (
    <AlertSettings
      kind={kind}
      offer={offer}
      existing={existing}
      means={means}
      currency={{ ...active, name: active.name as ListedCurrency }}
      onDone={onDone}
    />
  );
}
