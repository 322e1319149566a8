import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useNote } from '../../lib/use-note.ts';
import styles from './order.module.css';

/** Adds a note for colleagues. It appears in the history. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const t = useTexts('orders');
  const may = useMay();
  const note = useNote({
    run: (text, requestKey) => {
      const params = { path: { orderId }, header: { 'idempotency-key': requestKey } };
      return callApi((api) => api.POST('/api/v1/orders/{orderId}/notes', { params, body: { text } }));
    },
    changes: [['orders', 'one', orderId]],
    done: () => t('note-added'),
  });
  if (!may('orders:refund')) return null;
  return (
    <form className={styles.form} onSubmit={note.onSubmit}>
      <TextArea label={t('note')} rows={2} {...note.field} />
      <Button type="submit" isBusy={note.isPending}>
        {t('add-note')}
      </Button>
    </form>
  );
}
