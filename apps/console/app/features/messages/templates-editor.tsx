import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { TEMPLATE_KINDS, TEMPLATE_PLACEHOLDERS } from '@oyna/domain/answer-template';
import { LANGUAGES, MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useMay } from '../../lib/session.tsx';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './message-view.module.css';

type Template = ConsoleSchemas['AnswerTemplate'];
type Kind = Template['kind'];

/** The texts that operators answer with, three languages side by side. */
export function TemplatesEditor() {
  const t = useTexts('messages');
  const canWrite = useMay()('messages:write');
  const [added, setAdded] = useState<Kind>();
  const query = useQuery({
    queryKey: ['templates', 'all'],
    queryFn: () => callApi((api) => api.GET('/api/v1/templates', { params: { query: {} } })),
  });
  if (!query.data) return <Loading query={query} />;
  const { data } = query;
  return (
    <div className={styles.templates}>
      <p className={styles.hint}>
        {t('placeholders', { names: TEMPLATE_PLACEHOLDERS.map((name) => `{{${name}}}`).join(' ') })}
      </p>
      {TEMPLATE_KINDS.map((kind) => (
        <Section
          key={kind}
          title={t(`templates-${kind}`)}
          actions={
            canWrite && (
              <Button variant="quiet" onClick={() => setAdded(kind)}>
                {t('add-template')}
              </Button>
            )
          }
        >
          {added === kind && <TemplateForm kind={kind} canWrite onDone={() => setAdded(undefined)} />}
          {data.items
            .filter((template) => template.kind === kind)
            .map((template) => (
              <TemplateForm
                key={`${template.id}-${template.version}`}
                kind={kind}
                template={template}
                canWrite={canWrite}
              />
            ))}
        </Section>
      ))}
    </div>
  );
}

interface TemplateFormProps {
  kind: Kind;
  template?: Template;
  canWrite: boolean;
  onDone?: () => void;
}

function TemplateForm({ kind, template, canWrite, onDone }: TemplateFormProps) {
  const t = useTexts('messages');
  const errorText = useErrorText();
  const save = useAction({
    run: (texts: Pick<Template, 'name' | 'body'>) =>
      template
        ? callApi((api) =>
            api.PUT('/api/v1/templates/{id}', {
              params: { path: { id: template.id } },
              body: { version: template.version, ...texts },
            }),
          )
        : callApi((api) => api.POST('/api/v1/templates', { body: { kind, ...texts } })),
    changes: [['templates']],
    done: () => t('template-saved'),
    onDone: () => onDone?.(),
    isFaultShown: true,
  });
  const remove = useAction({
    run: ({ id, version }: Template) =>
      callApi((api) => api.DELETE('/api/v1/templates/{id}', { params: { path: { id }, query: { version } } })),
    changes: [['templates']],
    done: () => t('template-removed'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const texts = (part: string) => ({
      ru: String(fields.get(`${part}-ru`)),
      en: String(fields.get(`${part}-en`)),
      kz: String(fields.get(`${part}-kz`)),
    });
    if (!save.isPending) save.mutate({ name: texts('name'), body: texts('body') });
  };
  return (
    <form className={styles.template} onSubmit={submit}>
      <div className={styles.languages}>
        {LANGUAGES.map((language) => (
          <div key={language}>
            <TextField
              label={`${t('template-name')}, ${LANGUAGE_NAMES[language]}`}
              name={`name-${language}`}
              defaultValue={template?.name[language]}
              required
              maxLength={60}
              readOnly={!canWrite}
            />
            <TextArea
              label={`${t('text')}, ${LANGUAGE_NAMES[language]}`}
              name={`body-${language}`}
              defaultValue={template?.body[language]}
              required
              maxLength={MAX_SUPPORT_ANSWER_LENGTH}
              readOnly={!canWrite}
            />
          </div>
        ))}
      </div>
      <FormNotice error={save.error ? errorText(save.error) : undefined} requestId={save.error?.requestId} />
      {canWrite && (
        <div className={styles.buttons}>
          <Button type="submit" isBusy={save.isPending}>
            {t('save')}
          </Button>
          {template && (
            <Button variant="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(template)}>
              {t('remove')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
