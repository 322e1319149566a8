import { useToast } from '@oyna/ui/toast';
import { ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { looksLikeKey } from '../lib/key-text.ts';
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
  /** What the list shows without this filter, where that is not all. */
  all?: string;
}

/** The first choice removes the filter. */
export function FilterSelect<Name extends string>({ filters, name, label, choices, all }: FilterSelectProps<Name>) {
  const t = useTexts('common');
  const value = filters.values[name] ?? '';
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <select value={value} onChange={(event) => filters.set(name, event.target.value)}>
        <option value="">{all ?? t('all')}</option>
        {choices.map(({ value: choice, text }) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </label>
  );
}

interface FilterButtonProps {
  label: string;
  /** What is chosen. Undefined: all. */
  value: string | undefined;
  onClick(): void;
}

/** A filter with more choices than a menu can hold. It opens a dialog. */
export function FilterButton({ label, value, onClick }: FilterButtonProps) {
  const t = useTexts('common');
  return (
    <button
      type="button"
      className={styles.filter}
      data-set={value !== undefined || undefined}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span>{label}</span>
      <b>{value ?? t('all')}</b>
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  );
}

interface FilterDateProps<Name extends string> {
  filters: Filters<Name>;
  name: Name;
  label: string;
}

/** A day of the store's time zone, which is not always that of the operator. */
export function FilterDate<Name extends string>({ filters, name, label }: FilterDateProps<Name>) {
  const t = useTexts('common');
  const value = filters.values[name] ?? '';
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <span>{t('store-day', { label })}</span>
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

/** Applies when the operator presses Enter or leaves the field. A key that is pasted here stays out of the address. */
export function FilterText<Name extends string>({ filters, name, label, placeholder }: FilterTextProps<Name>) {
  const value = filters.values[name] ?? '';
  const t = useTexts('common');
  const showToast = useToast();
  const apply = (text: string) => {
    if (text.trim() === value) return;
    if (looksLikeKey(text)) showToast(t('key-not-here'), 'danger');
    else filters.set(name, text.trim());
  };
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

const TYPING_MS = 250;

interface FilterSearchProps<Name extends string> extends FilterDateProps<Name> {
  /** Whether what is searched for may be written like a key, as promo codes are. */
  mayLookLikeKey?: boolean;
}

/** Applies while the operator types. A key that is pasted here stays out of the address. */
export function FilterSearch<Name extends string>({ filters, name, label, mayLookLikeKey }: FilterSearchProps<Name>) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLeaving = useNavigation().state === 'loading';
  const value = filters.values[name] ?? '';
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value;
  }, [value]);
  // A row that is opened right after typing stays open: the filter would lead back to the list. Not every browser gives
  // the focus to a link that is clicked.
  useEffect(() => {
    if (isLeaving) clearTimeout(timer.current);
    return () => clearTimeout(timer.current);
  }, [isLeaving]);
  const t = useTexts('common');
  const showToast = useToast();
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (!mayLookLikeKey && looksLikeKey(text)) return showToast(t('key-not-here'), 'danger');
    timer.current = setTimeout(() => filters.set(name, text), TYPING_MS);
  };
  return (
    <label className={styles.filter} data-set={value !== '' || undefined}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        onChange={(event) => search(event.target.value)}
        onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLAnchorElement && clearTimeout(timer.current)}
      />
    </label>
  );
}
