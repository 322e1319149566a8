import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { type FormEvent, useState } from 'react';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import type { CustomerDetails } from './customer-status.tsx';
import styles from './customer-view.module.css';

/** What operators write down for each other about this customer. */
export function CustomerNotes({ customer, canWrite }: { customer: CustomerDetails; canWrite: boolean }) {
  const t = useTexts('customers');
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const keys = useRequestKeys();
  const add = useAction({
    run: (note: string) => {
      const params = { path: { id: customer.accountId }, header: { 'idempotency-key': keys.keyOf(note) } };
      return callApi((api) => api.POST('/api/v1/customers/{id}/notes', { params, body: { text: note } }));
    },
    changes: [['customers']],
    onDone: (_, note) => {
      keys.done();
      setText((now) => (now === note ? '' : now));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate(text);
  };
  return (
    <Section title={t('notes')}>
      {customer.notes.length === 0 && <p className={styles.empty}>{t('no-notes')}</p>}
      {customer.notes.map(({ id, author, text: note, createdAt }) => (
        <div key={id} className={styles.note}>
          {note}
          <small>
            {author} · <Moment at={createdAt} />
          </small>
        </div>
      ))}
      {canWrite && (
        <form className={styles.form} onSubmit={submit}>
          <TextArea
            label={t('new-note')}
            required
            rows={3}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" isBusy={add.isPending}>
            {t('add-note')}
          </Button>
        </form>
      )}
    </Section>
  );
}
