import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import { Button } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { useAction } from '../../lib/use-action.ts';

type Policy = ConsoleSchemas['ApprovalPolicy'];

/** What one operator cannot do alone. */
export function SecondPerson() {
  const t = useTexts('team');
  const may = useMay();
  const moneyText = useMoneyText();
  const [isEditing, setEditing] = useState(false);
  const { data: policy } = useQuery({
    queryKey: ['team', 'approval-policy'],
    queryFn: () => callApi((api) => api.GET('/api/v1/approval-policy')),
  });
  if (!policy) return null;
  const { refundAbove, isForRoles, isForKeyExports } = policy;
  const needed = (isNeeded: boolean) => (isNeeded ? t('needs-two') : t('needs-one'));
  return (
    <Section
      title={t('second-person')}
      actions={may('team:write') && <Button onClick={() => setEditing(true)}>{t('edit')}</Button>}
    >
      <Facts
        facts={[
          {
            name: t('policy-refunds'),
            value:
              refundAbove === null
                ? needed(false)
                : t('refunds-above', { sum: moneyText(amountToText(refundAbove), 'KZT') }),
          },
          { name: t('policy-roles'), value: needed(isForRoles) },
          { name: t('policy-key-exports'), value: needed(isForKeyExports) },
        ]}
      />
      {isEditing && <PolicyDialog key={policy.version} policy={policy} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function PolicyDialog({ policy, onClose }: { policy: Policy; onClose(): void }) {
  const t = useTexts('team');
  const { version, refundAbove, isForRoles, isForKeyExports } = policy;
  const [isUnread, setUnread] = useState(false);
  const save = useAction({
    run: ({ fields, above }: { fields: FormData; above: number | null }) => {
      const body = {
        version,
        ...(above !== null && { refundAbove: above }),
        isForRoles: fields.has('isForRoles'),
        isForKeyExports: fields.has('isForKeyExports'),
      };
      return callApi((api) => api.PUT('/api/v1/approval-policy', { body }));
    },
    changes: [['team'], ['audit']],
    done: () => t('saved'),
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t('second-person')}
      isOpen
      onClose={onClose}
      confirm={t('save')}
      isBusy={save.isPending}
      error={save.error}
      onConfirm={(fields) => {
        const above = readTypedSum(textOf(fields, 'refundAbove'));
        setUnread(above === undefined);
        if (above !== undefined) save.mutate({ fields, above });
      }}
    >
      <p>{t('second-person-text')}</p>
      <TextField
        label={t('policy-refund-above')}
        hint={t('policy-refund-hint')}
        error={isUnread ? t('sum-invalid') : undefined}
        name="refundAbove"
        inputMode="decimal"
        defaultValue={refundAbove === null ? '' : amountToText(refundAbove)}
      />
      <Checkbox label={t('policy-roles')} name="isForRoles" defaultChecked={isForRoles} />
      <Checkbox label={t('policy-key-exports')} name="isForKeyExports" defaultChecked={isForKeyExports} />
    </ConfirmDialog>
  );
}
