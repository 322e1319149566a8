import { faultOf } from '@oyna/api-client/call-fault';
import type { User } from '@oyna/api-client/models';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useToast } from '@oyna/ui/toast';
import { useCheckedForm } from '@oyna/ui/use-checked-form';
import { type FormEvent, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { useCountries } from '~/lib/use-countries.ts';
import { toBirthDate } from './birth-date.ts';
import { BirthDateFields } from './birth-date-fields.tsx';
import styles from './edit-profile.module.css';
import { checkProfile, isChanged, PROFILE_FIELDS, readProfile } from './profile-fields.ts';
import { profileErrorText, profileNotice } from './profile-texts.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

export function ProfileForm({ user }: { user: User }) {
  const { t, language } = useTranslation('profile');
  const callApi = useApi();
  const { replace } = useUser();
  const showToast = useToast();
  const [hasChanges, setChanges] = useState(false);
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    PROFILE_FIELDS,
    checkProfile,
    async (fields) => {
      try {
        const body = { ...readProfile(fields), language };
        replace(await callApi((api) => api.PUT('/api/v1/user/info', { body })));
        setChanges(false);
        showToast(t('saved'), 'success');
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  const errorOf = (field: keyof typeof errors) => profileErrorText(t, errors[field]);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    onInput(event);
    setChanges(isChanged(new FormData(event.currentTarget), user));
  };
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onChange}>
      <div className={styles.pair}>
        <TextField
          label={t('first-name')}
          name="firstName"
          autoComplete="given-name"
          defaultValue={user.firstName}
          error={errorOf('firstName')}
        />
        <TextField
          label={t('last-name')}
          name="lastName"
          autoComplete="family-name"
          defaultValue={user.lastName}
          error={errorOf('lastName')}
        />
      </div>
      <BirthDateFields date={toBirthDate(user.birthDate)} error={errorOf('birthDate')} />
      <CountryChoice user={user} error={errorOf('countryId')} />
      <div>
        <FormNotice {...profileNotice(t, fault)} />
        <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
          {t('save')}
        </Button>
      </div>
      <UnsavedChanges hasChanges={hasChanges} />
    </form>
  );
}

/** Until the list is there, and without it, what is saved can be seen and stays. */
function CountryChoice({ user, error }: { user: User; error: string | undefined }) {
  const { t } = useTranslation('profile');
  const { countries, hasFailed, retry } = useCountries();
  const own = user.countryId === null ? [] : [{ id: user.countryId, name: user.countryName ?? '' }];
  return (
    <Select
      key={countries ? 'list' : 'own'}
      label={t('country')}
      name="countryId"
      autoComplete="country"
      defaultValue={user.countryId ?? ''}
      error={error}
      hint={
        hasFailed && (
          <>
            {t('countries-failed')}{' '}
            <button type="button" className={styles.link} onClick={retry}>
              {t('try-again')}
            </button>
          </>
        )
      }
    >
      <option value="">{t('no-country')}</option>
      {(countries ?? own).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
