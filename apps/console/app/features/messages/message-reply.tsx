import { MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { type FormEvent, useState } from 'react';
import { isUnfilled, TemplateText } from '../../components/template-text.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { ChangedMessage, type Thread } from './message-status.tsx';
import styles from './message-view.module.css';

/** An answer by mail, from a template in the writer's language, or a note for colleagues. */
export function MessageReply({ thread }: { thread: Thread }) {
  const t = useTexts('messages');
  const errorText = useErrorText();
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  /** The version of the message when the operator began to write. A colleague may answer meanwhile. */
  const [begunAt, setBegunAt] = useState<number>();
  const { id } = thread;
  const path = { params: { path: { id } } };
  const send = useAction({
    run: ({ kind, version }: { kind: 'answer' | 'note'; version: number }): Promise<Thread> =>
      kind === 'note'
        ? callApi((api) => api.POST('/api/v1/messages/{id}/notes', { ...path, body: { text } }))
        : callApi((api) => api.POST('/api/v1/messages/{id}/answers', { ...path, body: { version, text } })),
    changes: [['messages']],
    done: ({ entries }) => (entries.at(-1)?.kind === 'note' ? t('noted') : t('sent')),
    onDone: () => write('', undefined),
    isFaultShown: true,
  });
  const write = (next: string, version: number | undefined) => {
    setText(next);
    setBegunAt(version);
  };
  // After a refusal the form says what the colleague has done, and the operator may answer nevertheless.
  const version = send.error?.code === 'changed-meanwhile' ? thread.version : (begunAt ?? thread.version);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || isUnfilled(text)) return;
    setBegunAt(version);
    send.mutate({ kind: 'answer', version });
  };
  const isClosed = thread.status === 'closed';
  return (
    <form className={styles.reply} onSubmit={submit}>
      <TemplateText
        kind={isClosed ? undefined : 'message'}
        language={thread.language}
        values={{ name: thread.name, order: thread.orders[0]?.number ?? null }}
        label={t('your-text')}
        hint={isClosed ? t('closed-hint') : t('answer-hint', { language: LANGUAGE_NAMES[thread.language] })}
        maxLength={MAX_SUPPORT_ANSWER_LENGTH}
        text={text}
        onText={(next) => write(next, version)}
      />
      <FormNotice error={send.error ? errorText(send.error) : undefined} requestId={send.error?.requestId} />
      {send.error?.code === 'changed-meanwhile' && <ChangedMessage current={send.error.current} />}
      <div className={styles.buttons}>
        {!isClosed && (
          <Button type="submit" variant="primary" isBusy={send.isPending}>
            {t('send')}
          </Button>
        )}
        <Button isBusy={send.isPending} onClick={() => text.trim() && send.mutate({ kind: 'note', version })}>
          {t('add-note')}
        </Button>
      </div>
    </form>
  );
}
