import { Button } from '@oyna/ui/button';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { type ListingQuery, listingHref, type Sort, writeListing } from './listing-query.ts';
import styles from './sort-form.module.css';

interface SortFormProps {
  path: string;
  query: ListingQuery;
  /** The name of the default order. */
  own: keyof typeof SORT_TEXTS;
  sorts: readonly Sort[];
}

/** The native select. It submits on a change; without script there is a button. */
export function SortForm({ path, query, own, sorts }: SortFormProps) {
  const { t } = useTranslation('listing');
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const chosen = query.sort && sorts.includes(query.sort) ? query.sort : own;
  // Back and forward change the order without an event of the field.
  useEffect(() => {
    if (select.current) select.current.value = chosen;
  }, [chosen]);
  return (
    <Form action={path} className={styles.form}>
      {[...writeListing({ ...query, sort: undefined, page: 1 })].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className={styles.field}>
        <VisuallyHidden>{t('sort')}</VisuallyHidden>
        <ArrowDownWideNarrow size={18} className={styles.icon} aria-hidden="true" />
        <select
          ref={select}
          name="sort"
          defaultValue={chosen}
          className={styles.select}
          onChange={({ currentTarget: { value } }) => {
            const sort = sorts.find((known) => known === value && known !== own);
            void navigate(listingHref(path, { ...query, sort, page: 1 }), { preventScrollReset: true });
          }}
        >
          {[own, ...sorts.filter((sort) => sort !== own)].map((sort) => (
            <option key={sort} value={sort}>
              {t(SORT_TEXTS[sort])}
            </option>
          ))}
        </select>
        <ChevronDown size={18} className={styles.arrow} aria-hidden="true" />
      </label>
      <noscript>
        <Button type="submit">{t('apply')}</Button>
      </noscript>
    </Form>
  );
}

/** Every order of a list. A visitor cannot choose `relevance` and `chosen`: they are the defaults of some lists. */
const SORT_TEXTS = {
  popular: 'sort-popular',
  price: 'sort-price',
  'price-desc': 'sort-price-desc',
  name: 'sort-name',
  new: 'sort-new',
  discount: 'sort-discount',
  relevance: 'sort-relevance',
  chosen: 'sort-chosen',
} as const satisfies Record<Sort | 'relevance' | 'chosen', string>;
