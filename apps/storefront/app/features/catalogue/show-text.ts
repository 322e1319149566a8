import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { withPlus } from './use-count-text.ts';

/** "Show 24 products" */
export function useShowText(total: number | undefined, isMore: boolean): string {
  const { t, language } = useTranslation('listing');
  return groupThousands(withPlus(t('show', { count: total ?? 0 }), isMore), language);
}
