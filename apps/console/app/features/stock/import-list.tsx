import { Button } from '@oyna/ui/button';
import { TextLink } from '@oyna/ui/text-link';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './stock.module.css';
import type { KeyImport } from './use-key-upload.ts';

const TONES = { open: 'warning', finished: 'success', cancelled: 'neutral' } as const;

/** Files of keys, the latest first. An import that is not finished can be continued or ended. */
export function ImportList({ imports }: { imports: readonly KeyImport[] }) {
  const t = useTexts('stock');
  const may = useMay();
  const [ending, setEnding] = useState<KeyImport>();
  const end = useAction({
    run: (id: string) => callApi((api) => api.POST('/api/v1/key-imports/{id}/cancel', { params: { path: { id } } })),
    changes: [['stock']],
    done: ({ fileName }) => t('import-ended', { name: fileName }),
    onDone: () => setEnding(undefined),
    isFaultShown: true,
  });
  return (
    <Section title={t('imports')}>
      <ul className={styles.rows}>
        {imports.map((job) => (
          <li key={job.id}>
            <span className={styles.wide}>{`${job.productName} · ${job.fileName}`}</span>
            <StatusLabel tone={TONES[job.status]}>{t(`import-${job.status}`)}</StatusLabel>
            <span className={styles.number}>
              {t('import-progress', { done: job.imported + job.skipped, total: job.lineCount })}
            </span>
            <Moment at={job.changedAt} />
            {job.status === 'open' && may('keys:import') && (
              <>
                <TextLink to={`/stock/import?product=${job.productId}&job=${job.id}`}>{t('continue')}</TextLink>
                <Button
                  variant="quiet"
                  onClick={() => {
                    end.reset();
                    setEnding(job);
                  }}
                >
                  {t('end-import')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          title={t('end-import')}
          isOpen
          onClose={() => setEnding(undefined)}
          confirm={t('end-import')}
          isDangerous
          isBusy={end.isPending}
          error={end.error}
          changed={() => <p>{t('import-changed')}</p>}
          onConfirm={() => end.mutate(ending.id)}
        >
          <p>{t('end-import-preview', { name: ending.fileName, count: ending.imported })}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
