import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface Counted {
  /** Undefined while it is not known. */
  total: number | undefined;
  isSearch?: boolean;
  page?: number;
  lastPage?: number;
}

/** "234 products", "3 products found", "234 products, page 2 of 10" */
export function useCountText({ total, isSearch, page = 1, lastPage = 1 }: Counted): string | undefined {
  const { t } = useTranslation('listing');
  if (!total) return undefined;
  const count = isSearch ? t('found', { count: total }) : t('count', { count: total });
  return page > 1 ? `${count}, ${t('page-of', { page, total: lastPage })}` : count;
}
