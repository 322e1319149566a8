import { MAX_FOUND_GAMES } from '@oyna/domain/constants';
import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface Counted {
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The total is a lower bound. */
  isMore?: boolean;
  isSearch?: boolean;
  page?: number;
  lastPage?: number;
}

/** "1,234 products", "1,000+ products", "3 products found", "234 products, page 2 of 10" */
export function useCountText({ total, isMore, isSearch, page = 1, lastPage = 1 }: Counted): string | undefined {
  const { t, language } = useTranslation('listing');
  if (total === undefined) return undefined;
  const key = isSearch ? (total < MAX_FOUND_GAMES ? 'found' : 'found-best') : 'count';
  const count = withPlus(t(key, { count: total }), isMore);
  const text = page > 1 ? `${count}, ${t('page-of', { page, total: lastPage })}` : count;
  return groupThousands(text, language);
}

/** "Show 24 products" */
export function useShowText(total: number | undefined, isMore: boolean): string {
  const { t, language } = useTranslation('listing');
  return groupThousands(withPlus(t('show', { count: total ?? 0 }), isMore), language);
}

/** A lower bound: "1000+". */
const withPlus = (text: string, isMore = false) => (isMore ? text.replace(/\d+/, '$&+') : text);
