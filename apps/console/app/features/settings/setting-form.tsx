import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { ShopSettingName, ShopSettings } from '@oyna/domain/shop-settings';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { type FormEvent, type ReactNode, useState } from 'react';

import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useTimeText } from '../../lib/time-text.ts';
import { useAction } from '../../lib/use-action.ts';
import styles from './settings.module.css';

export interface Stored<Name extends ShopSettingName> {
  version: number;
  value: ShopSettings[Name];
  history: ConsoleSchemas['Setting']['history'];
}

interface SettingFormProps<Name extends ShopSettingName> {
  name: Name;
  title: string;
  lead: string;
  stored: Stored<Name>;
  /** What the fields say now. Undefined while one of them cannot be read. */
  value: ShopSettings[Name] | undefined;
  children: ReactNode;
}

/** The frame of one setting: its fields, who changed it last, and the reason for a change. */
export function SettingForm<Name extends ShopSettingName>(props: SettingFormProps<Name>) {
  const { name, title, lead, stored, value, children } = props;
  const t = useTexts('settings');
  const errorText = useErrorText();
  const canWrite = useMay()('settings:write');
  const [reason, setReason] = useState('');
  const save = useAction({
    run: () =>
      callApi((api) =>
        api.PUT('/api/v1/settings/{name}', {
          params: { path: { name } },
          body: { version: stored.version, value, reason },
        }),
      ),
    changes: [['settings']],
    done: () => t('saved'),
    isFaultShown: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) save.mutate(undefined);
  };
  const isChanged = value === undefined || JSON.stringify(value) !== JSON.stringify(stored.value);
  return (
    <Section title={title}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.lead}>
          {lead} <LastChange history={stored.history} />
        </p>
        <fieldset className={styles.fields} disabled={!canWrite}>
          {children}
        </fieldset>
        {canWrite && isChanged && (
          <div className={styles.save}>
            <TextField
              label={t('why')}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
            <FormNotice
              error={value === undefined ? t('check-fields') : save.error ? errorText(save.error) : undefined}
              requestId={save.error?.requestId}
            />
            <Button type="submit" variant="primary" isBusy={save.isPending} disabled={value === undefined}>
              {t('save')}
            </Button>
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
