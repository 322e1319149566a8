import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedCustomer, type CustomerDetails } from './customer-status.tsx';

type Action = 'block' | 'unblock' | 'erase';

const DAY_MS = 86_400_000;
/** Days until a block ends. */
const ENDS = [1, 7, 30, 90] as const;

/** Block, unblock, export and erase. Each shows first what it does. */
export function CustomerActions({ customer }: { customer: CustomerDetails }) {
  const t = useTexts('customers');
  const [asked, setAsked] = useState<Action>();
  const { accountId, login, isBlocked, open } = customer;
  const path = { params: { path: { id: accountId } } };
  const change = useAction({
    run: ({ action, fields }: { action: Action; fields: FormData }): Promise<CustomerDetails> => {
      if (action === 'unblock') return callApi((api) => api.POST('/api/v1/customers/{id}/unblock', path));
      if (action === 'erase') {
        const body = { login: String(fields.get('login')) };
        return callApi((api) => api.POST('/api/v1/customers/{id}/erase', { ...path, body }));
      }
      const days = Number(fields.get('days'));
      const until = days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
      const body = { reason: String(fields.get('reason')), until };
      return callApi((api) => api.POST('/api/v1/customers/{id}/block', { ...path, body }));
    },
    changes: [['customers']],
    done: () => t('saved'),
    onDone: () => setAsked(undefined),
    isFaultShown: true,
  });
  const download = useAction({
    run: () => callApi((api) => api.POST('/api/v1/customers/{id}/export', path)),
    changes: [],
    onDone: (data) => saveFile(`customer-${accountId}.json`, 'application/json', JSON.stringify(data, null, 2)),
  });
  const openBusiness = Object.values(open).reduce((sum, count) => sum + count, 0);
  const dialog = (action: Action) => ({
    title: t(`title-${action}`, { name: login }),
    isOpen: asked === action,
    onClose: () => setAsked(undefined),
    confirm: t(action),
    isBusy: change.isPending,
    error: change.error,
    changed: (current: unknown) => <ChangedCustomer current={current} />,
    onConfirm: (fields: FormData) => change.mutate({ action, fields }),
  });
  return (
    <>
      <Button onClick={() => setAsked(isBlocked ? 'unblock' : 'block')}>{isBlocked ? t('unblock') : t('block')}</Button>
      <Button isBusy={download.isPending} onClick={() => download.mutate(undefined)}>
        {t('export')}
      </Button>
      <Button onClick={() => setAsked('erase')}>{t('erase')}</Button>
      <ConfirmDialog {...dialog('block')} isDangerous>
        <p>{t('block-preview', { count: customer.sessions.length })}</p>
        <TextField label={t('blocked-why')} name="reason" required maxLength={500} />
        <Select label={t('blocked-until')} name="days" defaultValue="0">
          <option value="0">{t('forever')}</option>
          {ENDS.map((days) => (
            <option key={days} value={days}>
              {t('days', { count: days })}
            </option>
          ))}
        </Select>
      </ConfirmDialog>
      <ConfirmDialog {...dialog('unblock')}>
        <p>{t('unblock-preview')}</p>
      </ConfirmDialog>
      <ConfirmDialog {...dialog('erase')} isDangerous>
        <p>{t('erase-preview', { sessions: customer.sessions.length, orders: customer.orders.length })}</p>
        {openBusiness > 0 && <p>{t('erase-open', { ...open })}</p>}
        <TextField label={t('erase-check', { name: login })} name="login" required autoComplete="off" />
      </ConfirmDialog>
    </>
  );
}
