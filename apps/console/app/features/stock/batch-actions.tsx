import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './stock.module.css';

type StockBatch = ConsoleSchemas['StockBatch'];
const ACTIONS = ['quarantine', 'release', 'undo', 'write-off'] as const;
type Action = (typeof ACTIONS)[number];

/** What can be done with a batch now. Each asks first and says how many keys it moves. */
export function BatchActions({ batch }: { batch: StockBatch }) {
  const t = useTexts('stock');
  const [asked, setAsked] = useState<Action>();
  const change = useAction({
    run: ({ action, reason }: { action: Action; reason: string }) =>
      callApi((api) =>
        api.POST(`/api/v1/stock/batches/{batchId}/${action}`, {
          params: { path: { batchId: batch.id } },
          body: { reason },
        }),
      ),
    changes: [['stock']],
    done: ({ moved }) => t('moved', { count: moved }),
    onDone: () => setAsked(undefined),
    isFaultShown: true,
  });
  const unsold = batch.available + batch.quarantined;
  const isUntouched = unsold === batch.keyCount;
  const isPossible: Record<Action, boolean> = {
    quarantine: batch.quarantinedAt === null && batch.available > 0,
    release: batch.quarantinedAt !== null,
    undo: isUntouched,
    'write-off': unsold > 0,
  };
  const counts: Record<Action, number> = {
    quarantine: batch.available,
    release: batch.quarantined,
    undo: batch.keyCount,
    'write-off': unsold,
  };
  if (batch.undoneAt) return null;
  return (
    <div className={styles.actions}>
      {ACTIONS.filter((action) => isPossible[action]).map((action) => (
        <Button
          key={action}
          variant="quiet"
          onClick={() => {
            change.reset();
            setAsked(action);
          }}
        >
          {t(action)}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={`${t(asked)}: ${t('batch', { id: batch.id })}`}
          isOpen
          onClose={() => setAsked(undefined)}
          confirm={t(asked)}
          isDangerous={asked !== 'release'}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={(fields) => change.mutate({ action: asked, reason: String(fields.get('reason')) })}
        >
          <p>{t(`${asked}-preview`, { count: counts[asked] })}</p>
          <TextField label={t('reason')} name="reason" required maxLength={500} />
        </ConfirmDialog>
      )}
    </div>
  );
}
