import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { useRef, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './order.module.css';
import { newRequestKey } from './orders-api.ts';

/** Adds a note for colleagues. It appears in the history. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const t = useTexts('orders');
  const may = useMay();
  const [text, setText] = useState('');
  const key = useRef(newRequestKey());
  const add = useAction({
    run: () =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/notes', {
          params: { path: { orderId }, header: { 'idempotency-key': key.current } },
          body: { text },
        }),
      ),
    changes: [['orders', 'one', orderId]],
    done: () => t('note-added'),
    onDone: () => {
      setText('');
      key.current = newRequestKey();
    },
  });
  if (!may('orders:refund')) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !add.isPending) add.mutate(undefined);
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
