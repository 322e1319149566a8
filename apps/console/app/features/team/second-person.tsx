import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import { Button } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormChanges } from '../../components/form-changes.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useSumText } from '../../lib/number-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';

type Policy = ConsoleSchemas['ApprovalPolicy'];

/** `values` is the sum as it was read, null for no limit. */
interface PolicyRequest {
  fields: { sum: string; isForRoles: boolean; isForKeyExports: boolean };
  version: number;
  values: number | null;
}

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
          { name: t('policy-replacements'), value: needed(refundAbove !== null) },
          { name: t('policy-roles'), value: needed(isForRoles) },
          { name: t('policy-key-exports'), value: needed(isForKeyExports) },
        ]}
      />
      {isEditing && <PolicyDialog policy={policy} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function PolicyDialog({ policy, onClose }: { policy: Policy; onClose(): void }) {
  const t = useTexts('team');
  const { version, refundAbove, isForRoles, isForKeyExports } = policy;
  const [isUnread, setUnread] = useState(false);
  const sumText = useSumText();
  const sum = refundAbove === null ? '' : sumText(refundAbove);
  const form = useVersionedForm({
    loaded: { version, data: { sum, isForRoles, isForKeyExports } },
    run: ({ fields: { sum: _, ...fields }, version: seen, values: above }: PolicyRequest) => {
      const body = { version: seen, ...(above !== null && { refundAbove: above }), ...fields };
      return callApi((api) => api.PUT('/api/v1/approval-policy', { body }));
    },
    changes: [['team'], ['audit']],
    done: () => t('saved'),
    onDone: onClose,
    onWaiting: onClose,
  });
  return (
    <ConfirmDialog
      title={t('second-person')}
      isOpen
      onClose={onClose}
      confirm={t('save')}
      isBusy={form.isPending}
      onConfirm={() => {
        const above = readTypedSum(form.fields.sum);
        setUnread(above === undefined);
        if (above !== undefined) form.send(above);
      }}
    >
      <p>{t('second-person-text')}</p>
      <TextField
        label={t('policy-refund-above')}
        hint={t('policy-refund-hint')}
        error={isUnread ? t('sum-invalid') : undefined}
        inputMode="decimal"
        {...form.field('sum')}
      />
      <Checkbox label={t('policy-roles')} {...form.box('isForRoles')} />
      <Checkbox label={t('policy-key-exports')} {...form.box('isForKeyExports')} />
      <FormChanges form={form} />
    </ConfirmDialog>
  );
}
