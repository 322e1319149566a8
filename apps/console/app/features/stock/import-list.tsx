import { TextLink } from '@oyna/ui/text-link';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './stock.module.css';
import type { KeyImport } from './use-key-upload.ts';

const TONES = { open: 'warning', finished: 'success', cancelled: 'neutral' } as const;

/** Files of keys, the latest first. An import that is not finished leads to where it is continued. */
export function ImportList({ imports }: { imports: readonly KeyImport[] }) {
  const t = useTexts('stock');
  const may = useMay();
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
              <TextLink to={`/stock/import?product=${job.productId}&job=${job.id}`}>{t('continue')}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
