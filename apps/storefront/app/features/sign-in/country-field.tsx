import { Select } from '@oyna/ui/select';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Countries } from '~/lib/use-countries.ts';
import { defaultCountryId } from './default-country.ts';
import styles from './sign-in.module.css';

interface CountryFieldProps extends Countries {
  error: string | undefined;
}

export function CountryField({ countries, hasFailed, retry, error }: CountryFieldProps) {
  const { t } = useTranslation('sign-in');
  const { active } = useCurrency();
  if (hasFailed) {
    return (
      <p className={styles.failed} role="alert">
        {t('countries-failed')}{' '}
        <button type="button" className={styles.link} onClick={retry}>
          {t('countries-retry')}
        </button>
      </p>
    );
  }
  return (
    <Select
      label={t('country')}
      name="countryId"
      autoComplete="country"
      defaultValue={
        countries ? defaultCountryId(countries, { currency: active?.name, languages: navigator.languages }) : ''
      }
      error={error}
      key={countries ? 'list' : 'loading'}
    >
      <option value="">{countries ? t('choose-country') : t('countries-loading')}</option>
      {countries?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
