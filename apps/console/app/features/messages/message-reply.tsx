import { fillTemplate, listPlaceholders } from '@oyna/domain/answer-template';
import { MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { Select } from '@oyna/ui/select';
import { TextArea } from '@oyna/ui/text-area';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { LANGUAGE_NAMES, useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedMessage, type Thread } from './message-status.tsx';
import styles from './message-view.module.css';

/** An answer by mail, from a template in the writer's language, or a note for colleagues. */
export function MessageReply({ thread }: { thread: Thread }) {
  const t = useTexts('messages');
  const errorText = useErrorText();
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const { id, version } = thread;
  const path = { params: { path: { id } } };
  const { data } = useQuery({
    queryKey: ['templates', 'message'],
    queryFn: () => callApi((api) => api.GET('/api/v1/templates', { params: { query: { kind: 'message' } } })),
  });
  const send = useAction({
    run: (kind: 'answer' | 'note'): Promise<Thread> =>
      kind === 'note'
        ? callApi((api) => api.POST('/api/v1/messages/{id}/notes', { ...path, body: { text } }))
        : callApi((api) => api.POST('/api/v1/messages/{id}/answers', { ...path, body: { version, text } })),
    changes: [['messages']],
    done: ({ entries }) => (entries.at(-1)?.kind === 'note' ? t('noted') : t('sent')),
    isFaultShown: true,
  });
  const choose = (templateId: string) => {
    const template = data?.items.find((item) => String(item.id) === templateId);
    const values = { name: thread.name, order: thread.orders[0]?.number ?? null };
    if (template) setText(fillTemplate(template.body[thread.language], values));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && !isUnfilled) send.mutate('answer');
  };
  const isUnfilled = listPlaceholders(text).length > 0;
  const isClosed = thread.status === 'closed';
  return (
    <form className={styles.reply} onSubmit={submit}>
      {!isClosed && data && (
        <Select label={t('template')} defaultValue="" onChange={(event) => choose(event.target.value)}>
          <option value="">{t('no-template')}</option>
          {data.items.map((item) => (
            <option key={item.id} value={item.id}>
              {item.name[language]}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        label={t('your-text')}
        hint={isClosed ? t('closed-hint') : t('answer-hint', { language: LANGUAGE_NAMES[thread.language] })}
        name="text"
        required
        maxLength={MAX_SUPPORT_ANSWER_LENGTH}
        value={text}
        error={isUnfilled ? t('unfilled') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <FormNotice error={send.error ? errorText(send.error) : undefined} requestId={send.error?.requestId} />
      {send.error?.code === 'changed-meanwhile' && <ChangedMessage current={send.error.current} />}
      <div className={styles.buttons}>
        {!isClosed && (
          <Button type="submit" variant="primary" isBusy={send.isPending}>
            {t('send')}
          </Button>
        )}
        <Button isBusy={send.isPending} onClick={() => text.trim() && send.mutate('note')}>
          {t('add-note')}
        </Button>
      </div>
    </form>
  );
}
