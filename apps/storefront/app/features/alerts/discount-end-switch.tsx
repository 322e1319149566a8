import { Checkbox } from '@oyna/ui/checkbox';
import { Dialog } from '@oyna/ui/dialog';
import { useToast } from '@oyna/ui/toast';
import { useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { AlertForm } from './alert-form.tsx';
import { useAlertActions } from './use-alert-actions.ts';

/** "Tell me about discounts that end", for all favourites. Nothing is shown until it is known whether it is on. */
export function DiscountEndSwitch() {
  const { t } = useTranslation('alerts');
  const toast = useToast();
  const { stop, resume } = useAlertActions();
  const { data, reload } = useMemberData((api) => api.GET('/api/v1/user/alerts'));
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!data) return null;
  const alert = data.alerts.find(({ kind }) => kind === 'discount-end');

  async function turnOff(id: number): Promise<void> {
    setBusy(true);
    if (await stop(id)) {
      toast(t('stopped'), 'success', { label: t('undo'), onChoose: () => void resume(id).then(reload) });
    }
    setBusy(false);
    reload();
  }
  return (
    <>
      <Checkbox
        label={t('discount-end')}
        checked={alert !== undefined}
        disabled={isBusy}
        onChange={() => (alert ? void turnOff(alert.id) : setOpen(true))}
      />
      <Dialog title={t('discount-end')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <AlertForm
          kind="discount-end"
          onDone={() => {
            setOpen(false);
            reload();
          }}
        />
      </Dialog>
    </>
  );
}
