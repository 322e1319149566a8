import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/texts.tsx';
import type { Filters } from '../lib/use-filters.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  filters: Pick<Filters<string>, 'isFiltered' | 'clear'>;
  children: ReactNode;
}

/** The filters above a list, and the way back to the whole list. */
export function FilterBar({ filters, children }: FilterBarProps) {
  const t = useTexts('common');
  return (
    <search className={styles.bar}>
      {children}
      {filters.isFiltered && (
        <button type="button" className={styles.clear} onClick={filters.clear}>
          <X size={14} />
          {t('clear-filters')}
        </button>
      )}
    </search>
  );
}

interface FilterSelectProps<Name extends string> {
  filters: Filters<Name>;
  name: Name;
  label: string;
  choices: readonly { value: string; text: string }[];
}

/** The first choice is "all". */
export function FilterSelect<Name extends string>({ filters, name, label, choices }: FilterSelectProps<Name>) {
  const value = filters.values[name] ?? '';
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <select value={value} onChange={(event) => filters.set(name, event.target.value)}>
        <option value="">{useTexts('common')('all')}</option>
        {choices.map(({ value: choice, text }) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FilterDateProps<Name extends string> {
  filters: Filters<Name>;
  name: Name;
  label: string;
}

export function FilterDate<Name extends string>({ filters, name, label }: FilterDateProps<Name>) {
  const value = filters.values[name] ?? '';
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => filters.set(name, event.target.value)} />
    </label>
  );
}

interface FilterTextProps<Name extends string> {
  filters: Filters<Name>;
  name: Name;
  label: string;
  placeholder?: string;
}

/** Applies when the operator presses Enter or leaves the field. */
export function FilterText<Name extends string>({ filters, name, label, placeholder }: FilterTextProps<Name>) {
  const value = filters.values[name] ?? '';
  const apply = (text: string) => text.trim() !== value && filters.set(name, text.trim());
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <input
        key={value}
        type="text"
        defaultValue={value}
        placeholder={placeholder}
        onBlur={(event) => apply(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
      />
    </label>
  );
}
