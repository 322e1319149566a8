import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { percentText } from '../../lib/percent-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { ClaimDetails } from './claim-labels.tsx';

const SUSPICIOUS_PERCENT = 10;

/** The batch of the key: how many of its keys are claimed, and its quarantine. */
export function BatchPanel({ claim: { batch } }: { claim: ClaimDetails }) {
  const t = useTexts('claims');
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const isQuarantined = batch.quarantinedAt !== null;
  const move = useAction({
    run: (reason: string) =>
      callApi((api) =>
        api.POST(isQuarantined ? '/api/v1/batches/{batchId}/release' : '/api/v1/batches/{batchId}/quarantine', {
          params: { path: { batchId: batch.id } },
          body: { reason },
        }),
      ),
    changes: [['claims']],
    done: ({ moved }) => (isQuarantined ? t('released', { count: moved }) : t('quarantined', { count: moved })),
    onDone: () => setAsking(false),
    isFaultShown: true,
  });
  const action = isQuarantined ? t('release') : t('quarantine');
  return (
    <Section
      title={t('batch', { id: batch.id })}
      actions={
        may('claims:decide') && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          {
            name: t('state'),
            value: isQuarantined && <StatusLabel tone="danger">{t('in-quarantine')}</StatusLabel>,
          },
          {
            name: t('why'),
            value: isQuarantined && `${batch.quarantineReason} (${batch.quarantinedBy})`,
          },
          { name: t('supplier'), value: batch.supplier },
          { name: t('imported'), value: <Moment at={batch.importedAt} /> },
          { name: t('batch-rate'), value: <Rate {...batch.rate} /> },
          { name: t('supplier-rate'), value: <Rate {...batch.supplierRate} /> },
          { name: t('unsold'), value: String(batch.unsold.available + batch.unsold.quarantined) },
        ]}
      />
      <ConfirmDialog
        title={`${action}: ${t('batch', { id: batch.id })}`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirm={action}
        isDangerous={!isQuarantined}
        isBusy={move.isPending}
        error={move.error}
        onConfirm={(fields) => move.mutate(String(fields.get('reason')))}
      >
        <p>
          {isQuarantined
            ? t('release-preview', { count: batch.unsold.quarantined })
            : t('quarantine-preview', { count: batch.unsold.available })}
        </p>
        <TextField label={t('why')} name="reason" required maxLength={500} />
      </ConfirmDialog>
    </Section>
  );
}

function Rate({ delivered, claimed }: { delivered: number; claimed: number }) {
  const t = useTexts('claims');
  const percent = delivered === 0 ? 0 : (claimed * 100) / delivered;
  const { language } = useLanguage();
  const text = t('rate', {
    percent: percentText(percent, percent < 10 && !Number.isInteger(percent) ? 1 : 0, language),
    claimed,
    delivered,
  });
  return percent > SUSPICIOUS_PERCENT ? <StatusLabel tone="danger">{text}</StatusLabel> : text;
}
