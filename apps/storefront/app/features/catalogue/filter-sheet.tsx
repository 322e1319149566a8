import { ListFilter } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import type { FilterPanel } from './filter-panel.ts';
import styles from './filter-sheet.module.css';
import { loadFilterForm } from './lazy-filter-form.tsx';
import type { ListingQuery } from './listing-query.ts';

const FilterDialog = lazyPart(async () => (await loadFilterForm()).FilterDialog);

interface FilterSheetProps {
  path: string;
  query: ListingQuery;
  panel: FilterPanel;
  total: number | undefined;
  isMore: boolean;
}

/** On narrow screens the filters are in a sheet. Without script the link shows the form in the page. */
export function FilterSheet(list: FilterSheetProps) {
  const { t } = useTranslation('listing');
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>();
  const { length: count } = list.panel.active;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without script it is a link to the form */}
      <a
        href="#filters"
        className={styles.open}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <ListFilter size={18} aria-hidden="true" />
        {count > 0 ? `${t('filters')} · ${count}` : t('filters')}
      </a>
      {isOpen !== undefined && (
        <Suspense>
          <FilterDialog {...list} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
