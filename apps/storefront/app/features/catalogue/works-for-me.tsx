import { Checkbox } from '@oyna/ui/checkbox';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useCountry } from '~/lib/use-country.ts';
import styles from './filter-form.module.css';
import { type FilterCountry, isWorking } from './filter-panel.ts';

interface WorksForMeProps {
  countries: readonly FilterCountry[];
  /** The chosen regions. */
  chosen: readonly string[];
  onChoose(regions: readonly string[]): void;
}

/**
 * Chooses the regions whose keys work in the shopper's country. The country is asked for and never guessed. The page is the
 * same for all, so the browser knows it; without script the select sends it, and the server answers with the regions.
 */
export function WorksForMe({ countries, chosen, onChoose }: WorksForMeProps) {
  const { t } = useTranslation('listing');
  const { country: own, choose } = useCountry(countries);
  const country = countries.find(({ code }) => code === own?.code);
  const select = useRef<HTMLSelectElement>(null);
  const isChosen = isWorking(country, chosen);
  const toggle = () => {
    if (isChosen) onChoose([]);
    else if (country) onChoose(country.regions);
    else select.current?.focus();
  };
  return (
    <div className={styles.works}>
      <div className={styles.scripted}>
        <Checkbox checked={isChosen} onChange={toggle} label={t('works-for-me')} />
      </div>
      <label className={styles.country}>
        <span>{t('works-country')}</span>
        <span className={styles.select}>
          <select
            ref={select}
            name="country"
            value={country?.code ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const next = countries.find(({ code }) => code === value);
              choose(value);
              if (next) onChoose(next.regions);
              else if (isChosen) onChoose([]);
            }}
          >
            <option value="">{t('works-choose')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown size={16} aria-hidden="true" />
        </span>
      </label>
    </div>
  );
}
