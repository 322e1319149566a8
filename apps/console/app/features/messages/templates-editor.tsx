import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { TEMPLATE_KINDS, TEMPLATE_PLACEHOLDERS } from '@oyna/domain/answer-template';
import { LANGUAGES, type Language, MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DropEdits, FormChanges } from '../../components/form-changes.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useMay } from '../../lib/session.tsx';
import { LANGUAGE_NAMES, useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import styles from './message-view.module.css';

type Template = ConsoleSchemas['AnswerTemplate'];
type Kind = Template['kind'];
type Fields = Record<`${'name' | 'body'}-${Language}`, string>;

/** The texts that operators answer with, three languages side by side. */
export function TemplatesEditor() {
  const t = useTexts('messages');
  const canWrite = useMay()('messages:write');
  const [added, setAdded] = useState<Kind>();
  const query = useQuery({
    queryKey: ['templates', 'all'],
    queryFn: () => callApi((api) => api.GET('/api/v1/templates', { params: { query: {} } })),
  });
  const { data } = query;
  const [seen, setSeen] = useState({ items: data?.items ?? [], gone: [] as Template[] });
  if (data && data.items !== seen.items) setSeen({ items: data.items, gone: listGone(seen, data.items) });
  if (!data) return <Loading query={query} />;
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
          {[...data.items, ...seen.gone]
            .filter((template) => template.kind === kind)
            .map((template) => (
              <TemplateForm
                key={template.id}
                kind={kind}
                template={template}
                isGone={seen.gone.includes(template)}
                canWrite={canWrite}
              />
            ))}
        </Section>
      ))}
    </div>
  );
}

/** What a colleague has deleted. Each form keeps what is typed in it, so it stays as long as there is something. */
const listGone = ({ items, gone }: { items: Template[]; gone: Template[] }, now: Template[]): Template[] =>
  [...gone, ...items].filter(({ id }) => now.every((template) => template.id !== id));

interface TemplateFormProps {
  kind: Kind;
  template?: Template;
  /** It is deleted. What is typed can become a new one. */
  isGone?: boolean;
  canWrite: boolean;
  onDone?: () => void;
}

function TemplateForm({ kind, template, isGone = false, canWrite, onDone }: TemplateFormProps) {
  const t = useTexts('messages');
  const keys = useRequestKeys();
  const form = useVersionedForm({
    loaded: { version: template?.version ?? 0, data: fieldsOf(template) },
    run: ({ fields, version }) => {
      const texts = textsOf(fields);
      if (!template || isGone) {
        const body = { kind, ...texts };
        const added = { header: { 'idempotency-key': keys.keyOf(body) } };
        return callApi((api) => api.POST('/api/v1/templates', { params: added, body }));
      }
      const params = { path: { id: template.id } };
      return callApi((api) => api.PUT('/api/v1/templates/{id}', { params, body: { version, ...texts } }));
    },
    changes: [['templates']],
    done: () => t('template-saved'),
    onDone: () => {
      keys.done();
      onDone?.();
    },
  });
  useUnsaved(form.isEdited);
  const { language: own } = useLanguage();
  // As it was when the question was opened.
  const [removed, setRemoved] = useState<Template>();
  const remove = useAction({
    run: ({ id, version }: Template) =>
      callApi((api) => api.DELETE('/api/v1/templates/{id}', { params: { path: { id }, query: { version } } })),
    changes: [['templates']],
    done: () => t('template-removed'),
    onDone: () => {
      form.drop();
      setRemoved(undefined);
    },
    isFaultShown: true,
  });
  const askToRemove = (seen: Template) => {
    remove.reset();
    setRemoved(seen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send(undefined);
  };
  if (isGone && !form.isEdited) return null;
  return (
    <>
      <form className={styles.template} onSubmit={submit}>
        <div className={styles.languages}>
          {LANGUAGES.map((language) => (
            <div key={language}>
              <TextField
                label={`${t('template-name')}, ${LANGUAGE_NAMES[language]}`}
                required
                maxLength={60}
                readOnly={!canWrite}
                {...form.field(`name-${language}`)}
              />
              <TextArea
                label={`${t('text')}, ${LANGUAGE_NAMES[language]}`}
                required
                maxLength={MAX_SUPPORT_ANSWER_LENGTH}
                readOnly={!canWrite}
                {...form.field(`body-${language}`)}
              />
            </div>
          ))}
        </div>
        {isGone && <FormNotice error={t('template-gone')} />}
        {!(isGone && form.error?.code === 'not-found') && <FormChanges form={form} last={template} />}
        {canWrite && (
          <div className={styles.buttons}>
            <Button type="submit" isBusy={form.isPending}>
              {isGone ? t('save-as-new') : t('save')}
            </Button>
            {isGone && <DropEdits form={form} />}
            {template && !isGone && (
              <Button variant="quiet" onClick={() => askToRemove(template)}>
                {t('remove')}
              </Button>
            )}
          </div>
        )}
      </form>
      {removed && (
        <ConfirmDialog
          title={t('remove-template', { name: removed.name[own] })}
          isOpen
          onClose={() => setRemoved(undefined)}
          confirm={t('remove')}
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed)}
        >
          <p>{t('remove-preview')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function fieldsOf(template: Template | undefined): Fields {
  const entries = LANGUAGES.flatMap((language) => [
    [`name-${language}`, template?.name[language] ?? ''],
    [`body-${language}`, template?.body[language] ?? ''],
  ]);
  return Object.fromEntries(entries);
}

function textsOf(fields: Fields): Pick<Template, 'name' | 'body'> {
  const part = (name: 'name' | 'body') => ({
    ru: fields[`${name}-ru`],
    en: fields[`${name}-en`],
    kz: fields[`${name}-kz`],
  });
  return { name: part('name'), body: part('body') };
}
