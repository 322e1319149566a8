import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './health.module.css';

type Kind = 'backup' | 'rehearsal';
const KINDS: readonly Kind[] = ['backup', 'rehearsal'];

/** The last backup and the last rehearsal of a restore. `shop backup` records itself; what other programs make, and rehearsals, are recorded here. */
export function Backups({ records }: { records: ConsoleSchemas['Health']['backups'] }) {
  const t = useTexts('health');
  const mayAct = useMay()('health:act');
  const [recorded, setRecorded] = useState<Kind>();
  return (
    <Section title={t('backups')}>
      <ul className={styles.rows}>
        {KINDS.map((kind) => {
          const last = records.find((record) => record.kind === kind);
          return (
            <li key={kind} className={styles.row}>
              <span className={styles.name}>{t(`last-${kind}`)}</span>
              <span className={styles.note}>
                {last && (
                  <>
                    <Moment at={last.doneAt} /> · {last.by} {last.note}
                  </>
                )}
              </span>
              <span className={styles.end}>
                <StatusLabel tone={last && !last.isOld ? 'success' : 'warning'}>
                  {last ? t(last.isOld ? 'old' : 'recent') : t('never')}
                </StatusLabel>
                {mayAct && <Button onClick={() => setRecorded(kind)}>{t('record')}</Button>}
              </span>
              {(!last || last.isOld) && <span className={styles.do}>{t(`do-${kind}`)}</span>}
            </li>
          );
        })}
      </ul>
      {recorded && <RecordDialog kind={recorded} onClose={() => setRecorded(undefined)} />}
    </Section>
  );
}

function RecordDialog({ kind, onClose }: { kind: Kind; onClose(): void }) {
  const t = useTexts('health');
  const record = useAction({
    run: (note: string) => callApi((api) => api.POST('/api/v1/health/backups', { body: { kind, note } })),
    changes: [['health'], ['today']],
    done: () => t('recorded'),
    onDone: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t(`last-${kind}`)}
      isOpen
      onClose={onClose}
      confirm={t('record')}
      isBusy={record.isPending}
      error={record.error}
      onConfirm={(fields) => record.mutate(textOf(fields, 'note').trim())}
    >
      <TextField label={t('note')} name="note" maxLength={500} />
    </ConfirmDialog>
  );
}
