import { Checkbox } from '@oyna/ui/checkbox';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './filter-form.module.css';
import type { FilterGroup, FilterValue } from './filter-panel.ts';

/** More values than this are behind a line that opens. */
const SHOWN_AT_ONCE = 6;

interface FilterValuesProps {
  group: FilterGroup;
  chosen: readonly string[];
  onChange(): void;
  /** Before the values. */
  children?: ReactNode;
}

export function FilterValues({ group: { name, title, values }, chosen, onChange, children }: FilterValuesProps) {
  const { t } = useTranslation('listing');
  const box = ({ value, label, count }: FilterValue) => (
    <Checkbox
      key={value}
      name={name}
      value={value}
      defaultChecked={chosen.includes(value)}
      onChange={onChange}
      label={
        <>
          {label} <span className={styles.count}>{count}</span>
        </>
      }
    />
  );
  const isLong = values.length > SHOWN_AT_ONCE + 1;
  const others = isLong ? values.slice(SHOWN_AT_ONCE) : [];
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {children}
      {(isLong ? values.slice(0, SHOWN_AT_ONCE) : values).map(box)}
      {isLong && (
        <details className={styles.others} open={others.some(({ value }) => chosen.includes(value)) || undefined}>
          <summary>
            {t('filter-others', { count: others.length })} <ChevronDown size={16} aria-hidden="true" />
          </summary>
          {others.map(box)}
        </details>
      )}
    </fieldset>
  );
}
