import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { sessionQuery } from '../../lib/session.tsx';
import { LANGUAGE_CHOICES, useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './profile.module.css';

/** Name and language. Mails to the operator are in this language too. */
export function ProfileForm({ profile }: { profile: ConsoleSchemas['Profile'] }) {
  const t = useTexts('profile');
  const { setLanguage } = useLanguage();
  const save = useAction({
    run: async (body: { name: string; language: Language }) => {
      await callApi((api) => api.PUT('/api/v1/profile', { body }));
      await setLanguage(body.language);
    },
    changes: [['profile'], sessionQuery.queryKey],
    done: () => t('saved'),
  });
  return (
    <Section title={t('about-you')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const language = LANGUAGES.find((known) => known === textOf(fields, 'language')) ?? 'ru';
          save.mutate({ name: textOf(fields, 'name').trim(), language });
        }}
      >
        <TextField label={t('email')} value={profile.email} readOnly />
        <TextField label={t('name')} name="name" defaultValue={profile.name} required autoComplete="name" />
        <Select label={t('language')} name="language" defaultValue={profile.language}>
          {LANGUAGE_CHOICES.map(({ language, name }) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </Section>
  );
}
