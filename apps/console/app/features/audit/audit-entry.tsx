import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { cx } from '@oyna/ui/class-names';
import { Facts, Section } from '../../components/page.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { exactText } from '../../lib/time-text.ts';
import { useActionText } from '../../lib/use-action-text.ts';
import styles from './audit.module.css';
import { changesOf } from './audit-changes.ts';
import { subjectText } from './audit-subjects.ts';

/** One entry with the state before and after. */
export function AuditEntry({ entry }: { entry: ConsoleSchemas['AuditEntry'] }) {
  const t = useTexts('audit');
  const actionText = useActionText();
  const { language } = useLanguage();
  const changes = changesOf(entry.before, entry.after);
  return (
    <aside className={styles.entry}>
      <Section title={`№ ${entry.position}`}>
        <Facts
          facts={[
            { name: t('action'), value: actionText(entry.action) },
            { name: t('subject'), value: subjectText(entry.subject, t) },
            { name: t('actor'), value: entry.actor.name },
            { name: t('time'), value: exactText(entry.at, language) },
            { name: t('reason'), value: entry.reason },
            { name: t('details'), value: entry.isErased ? t('erased') : textOf(entry.details) },
          ]}
        />
      </Section>
      {changes.length > 0 && (
        <Section title={t('changes')}>
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{t('field')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field} className={cx(before !== after && styles.changed)}>
                  <th scope="row">{field}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </aside>
  );
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value));
