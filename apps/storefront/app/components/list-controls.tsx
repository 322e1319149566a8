import { type DateRange, type Sort, type SortField, validateDateRange } from '@oyna/domain/list-filters';
import { TextField } from '@oyna/ui/text-field';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './list-controls.module.css';

/** What the texts of a list have words for. */
type Word =
  | 'sort'
  | 'sort-date'
  | 'sort-price'
  | 'sort-ascending'
  | 'sort-descending'
  | 'filter'
  | 'date-from'
  | 'date-to'
  | 'date-range-invalid';

interface ListControlsProps {
  t(word: Word): string;
  sort: Sort;
  onSort(field: SortField): void;
  range: DateRange;
  onRange(range: DateRange): void;
}

/** Order and days. Pressing the active order turns it round (spec §4). */
export function ListControls({ t, sort, onSort, range, onRange }: ListControlsProps) {
  const fields = [
    { field: 'date', text: t('sort-date') },
    { field: 'amount', text: t('sort-price') },
  ] as const;
  const fault = validateDateRange(range);
  return (
    <div className={styles.controls}>
      <fieldset className={styles.sorts} aria-label={t('sort')}>
        {fields.map(({ field, text }) => {
          const isActive = sort.field === field;
          const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown;
          return (
            <button
              key={field}
              type="button"
              className={styles.sort}
              aria-pressed={isActive}
              onClick={() => onSort(field)}
            >
              {text}
              {isActive && (
                <>
                  <Arrow size={18} aria-hidden="true" />
                  <VisuallyHidden>{t(sort.direction === 'asc' ? 'sort-ascending' : 'sort-descending')}</VisuallyHidden>
                </>
              )}
            </button>
          );
        })}
      </fieldset>
      <fieldset className={styles.range} aria-label={t('filter')}>
        <TextField
          type="date"
          label={t('date-from')}
          value={range.from ?? ''}
          onChange={({ currentTarget }) => onRange({ ...range, from: currentTarget.value })}
          error={fault && t('date-range-invalid')}
        />
        <TextField
          type="date"
          label={t('date-to')}
          value={range.to ?? ''}
          onChange={({ currentTarget }) => onRange({ ...range, to: currentTarget.value })}
        />
      </fieldset>
    </div>
  );
}
