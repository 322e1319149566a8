import { MAX_FOUND_GAMES } from '@oyna/domain/constants';
import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface Counted {
  /** Undefined while it is not known. */
  total: number | undefined;
  isSearch?: boolean;
  page?: number;
  lastPage?: number;
}

/** "1,234 products", "3 products found", "234 products, page 2 of 10" */
export function useCountText({ total, isSearch, page = 1, lastPage = 1 }: Counted): string | undefined {
  const { t, language } = useTranslation('listing');
  if (!total) return undefined;
  const key = isSearch ? (total < MAX_FOUND_GAMES ? 'found' : 'found-best') : 'count';
  const count = t(key, { count: total });
  const text = page > 1 ? `${count}, ${t('page-of', { page, total: lastPage })}` : count;
  return groupThousands(text, language);
}
