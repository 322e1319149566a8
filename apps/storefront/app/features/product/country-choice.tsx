import { ChevronDown, MapPin } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Country } from '~/lib/use-country.ts';
import styles from './country-choice.module.css';

interface CountryChoiceProps {
  countries: readonly Country[];
  country: Country | undefined;
  onChoose(code: string): void;
}

/** Asked once for all pages: in which country the keys are to work. */
export function CountryChoice({ countries, country, onChoose }: CountryChoiceProps) {
  const { t } = useTranslation('product');
  return (
    <label className={styles.choice}>
      <MapPin size={16} aria-hidden="true" />
      <span>{t('your-country')}</span>
      <span className={styles.control}>
        <select value={country?.code ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t('no-country')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" />
      </span>
    </label>
  );
}
