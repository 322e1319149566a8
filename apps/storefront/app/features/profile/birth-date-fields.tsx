import { monthNames } from '@oyna/domain/date-text';
import { Select } from '@oyna/ui/select';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { type BirthDate, birthYears } from './birth-date.ts';
import styles from './edit-profile.module.css';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

export function BirthDateFields({ date, error }: { date: BirthDate; error: string | undefined }) {
  const { t, language } = useTranslation('profile');
  const errorId = useId();
  const part = { 'data-field': 'birthDate', 'aria-invalid': error ? true : undefined } as const;
  return (
    <fieldset className={styles.birthDate} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{t('birth-date')}</legend>
      <div className={styles.dateParts}>
        <Select label={t('birth-day')} name="birthDay" autoComplete="bday-day" defaultValue={date.day} {...part}>
          <option value="">—</option>
          {DAYS.map((day) => (
            <option key={day}>{day}</option>
          ))}
        </Select>
        <Select
          label={t('birth-month')}
          name="birthMonth"
          autoComplete="bday-month"
          defaultValue={date.month}
          {...part}
        >
          <option value="">—</option>
          {monthNames(language).map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </Select>
        <Select label={t('birth-year')} name="birthYear" autoComplete="bday-year" defaultValue={date.year} {...part}>
          <option value="">—</option>
          {birthYears().map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
