import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { type FormEvent, useRef } from 'react';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { CustomerDetails } from './customer-status.tsx';
import styles from './customer-view.module.css';

/** What operators write down for each other about this customer. */
export function CustomerNotes({ customer, canWrite }: { customer: CustomerDetails; canWrite: boolean }) {
  const t = useTexts('customers');
  const form = useRef<HTMLFormElement>(null);
  const add = useAction({
    run: (text: string) =>
      callApi((api) =>
        api.POST('/api/v1/customers/{id}/notes', { params: { path: { id: customer.accountId } }, body: { text } }),
      ),
    changes: [['customers']],
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text'));
    if (!add.isPending) add.mutate(text);
  };
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
        <form ref={form} className={styles.form} onSubmit={submit}>
          <TextArea label={t('new-note')} name="text" required rows={3} maxLength={2000} />
          <Button type="submit" isBusy={add.isPending}>
            {t('add-note')}
          </Button>
        </form>
      )}
    </Section>
  );
}
