import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { ShopSettingName, ShopSettings } from '@oyna/domain/shop-settings';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import type { FormEvent, ReactNode } from 'react';
import { DropEdits, FormChanges } from '../../components/form-changes.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useTimeText } from '../../lib/time-text.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import styles from './settings.module.css';

export interface Stored<Name extends ShopSettingName> {
  version: number;
  value: ShopSettings[Name];
  history: ConsoleSchemas['Setting']['history'];
}

/** What the fields of a form are drawn with. */
type SettingFields<Fields extends object> = Pick<ReturnType<typeof useVersionedForm<Fields, unknown>>, 'field' | 'box'>;

interface SettingFormProps<Name extends ShopSettingName, Fields extends object> {
  name: Name;
  title: string;
  lead: string;
  stored: Stored<Name>;
  /** The stored value as its fields show it. */
  fields: Fields;
  /** What the fields say. Undefined while one of them cannot be read. */
  read(fields: Fields): ShopSettings[Name] | undefined;
  children(form: SettingFields<Fields>): ReactNode;
}

/** The frame of one setting: its fields, who changed it last, and the reason for a change. */
export function SettingForm<Name extends ShopSettingName, Fields extends object>(
  props: SettingFormProps<Name, Fields>,
) {
  const { name, title, lead, stored, fields, read, children } = props;
  const t = useTexts('settings');
  const canWrite = useMay()('settings:write');
  const form = useVersionedForm<Fields & { reason: string }, unknown>({
    loaded: { version: stored.version, data: { ...fields, reason: '' } },
    run: ({ fields: { reason, ...typed }, version }) => {
      const body = { version, value: read(typed as unknown as Fields), reason };
      return callApi((api) => api.PUT('/api/v1/settings/{name}', { params: { path: { name } }, body }));
    },
    changes: [['settings']],
    done: () => t('saved'),
  });
  useUnsaved(form.isEdited);
  const value = read(form.fields);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) form.send(undefined);
  };
  // Both as the fields say them: the stored list may have another order.
  const isChanged = value === undefined || JSON.stringify(value) !== JSON.stringify(read(fields));
  return (
    <Section title={title}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.lead}>
          {lead} <LastChange history={stored.history} />
        </p>
        <fieldset className={styles.fields} disabled={!canWrite}>
          {children(form)}
        </fieldset>
        {canWrite && (isChanged || form.isEdited || form.isChangedMeanwhile) && (
          <div className={styles.save}>
            <TextField label={t('why')} maxLength={500} {...form.field('reason')} />
            {value === undefined && <FormNotice error={t('check-fields')} />}
            <FormChanges form={form} last={stored.history[0]} />
            <Button
              type="submit"
              variant="primary"
              isBusy={form.isPending}
              disabled={value === undefined || !isChanged}
            >
              {t('save')}
            </Button>
            <DropEdits form={form} />
          </div>
        )}
      </form>
    </Section>
  );
}

function LastChange({ history: [last] }: { history: ConsoleSchemas['Setting']['history'] }) {
  const t = useTexts('settings');
  const momentText = useTimeText();
  return <>{last ? t('changed-by', { name: last.changedBy, at: momentText(last.changedAt) }) : t('never-changed')}</>;
}
