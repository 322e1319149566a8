import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import styles from './order.module.css';

/** Adds a note for colleagues. It appears in the history. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const t = useTexts('orders');
  const may = useMay();
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const keys = useRequestKeys();
  const add = useAction({
    run: (note: string) => {
      const params = { path: { orderId }, header: { 'idempotency-key': keys.keyOf(note) } };
      return callApi((api) => api.POST('/api/v1/orders/{orderId}/notes', { params, body: { text: note } }));
    },
    changes: [['orders', 'one', orderId]],
    done: () => t('note-added'),
    onDone: (_, note) => {
      keys.done();
      setText((now) => (now === note ? '' : now));
    },
  });
  if (!may('orders:refund')) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !add.isPending) add.mutate(text);
      }}
    >
      <TextArea
        label={t('note')}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" isBusy={add.isPending}>
        {t('add-note')}
      </Button>
    </form>
  );
}
