import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useNote } from '../../lib/use-note.ts';
import type { CustomerDetails } from './customer-status.tsx';
import styles from './customer-view.module.css';

/** What operators write down for each other about this customer. */
export function CustomerNotes({ customer, canWrite }: { customer: CustomerDetails; canWrite: boolean }) {
  const t = useTexts('customers');
  const note = useNote({
    run: (text, requestKey) => {
      const params = { path: { id: customer.accountId }, header: { 'idempotency-key': requestKey } };
      return callApi((api) => api.POST('/api/v1/customers/{id}/notes', { params, body: { text } }));
    },
    changes: [['customers']],
  });
  return (
    <Section title={t('notes')}>
      {customer.notes.length === 0 && <p className={styles.empty}>{t('no-notes')}</p>}
      {customer.notes.map(({ id, author, text, createdAt }) => (
        <div key={id} className={styles.note}>
          {text}
          <small>
            {author} · <Moment at={createdAt} />
          </small>
        </div>
      ))}
      {canWrite && (
        <form className={styles.form} onSubmit={note.onSubmit}>
          <TextArea label={t('new-note')} required rows={3} {...note.field} />
          <Button type="submit" isBusy={note.isPending}>
            {t('add-note')}
          </Button>
        </form>
      )}
    </Section>
  );
}
