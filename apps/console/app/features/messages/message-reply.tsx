import { MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import type { FormEvent } from 'react';
import { FormChanges } from '../../components/form-changes.tsx';
import { isUnfilled, TemplateText } from '../../components/template-text.tsx';
import { callApi } from '../../lib/api.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import { ChangedMessage, type Thread } from './message-status.tsx';
import styles from './message-view.module.css';

/** An answer by mail, from a template in the writer's language, or a note for colleagues. */
export function MessageReply({ thread, ownVersion }: { thread: Thread; ownVersion: number | undefined }) {
  const t = useTexts('messages');
  const noteKeys = useRequestKeys();
  const { id } = thread;
  const form = useVersionedForm<{ text: string }, Thread, 'answer' | 'note'>({
    loaded: { version: thread.version, data: { text: '' } },
    ownVersion,
    run: ({ fields: { text }, version, values: kind }) => {
      const path = { id };
      if (kind === 'answer') {
        return callApi((api) =>
          api.POST('/api/v1/messages/{id}/answers', { params: { path }, body: { version, text } }),
        );
      }
      const params = { path, header: { 'idempotency-key': noteKeys.keyOf(text) } };
      return callApi((api) => api.POST('/api/v1/messages/{id}/notes', { params, body: { text } }));
    },
    changes: [['messages']],
    done: ({ entries }) => (entries.at(-1)?.kind === 'note' ? t('noted') : t('sent')),
    onDone: noteKeys.done,
  });
  const { text } = form.fields;
  useUnsaved(text.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnfilled(text)) form.send('answer');
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
        onText={(next) => form.change({ text: next })}
      />
      <FormChanges form={form}>
        <ChangedMessage current={form.lastChange(stateOf(thread))} />
      </FormChanges>
      <div className={styles.buttons}>
        {!isClosed && (
          <Button type="submit" variant="primary" isBusy={form.isPending}>
            {t('send')}
          </Button>
        )}
        <Button isBusy={form.isPending} onClick={() => text.trim() && form.send('note')}>
          {t('add-note')}
        </Button>
      </div>
    </form>
  );
}

/** As a refusal of the server describes it. */
const stateOf = ({ status, assignedTo, entries }: Thread) => ({
  status,
  assignedTo: assignedTo?.name,
  answeredBy: entries.findLast(({ kind }) => kind === 'answer')?.author,
});
