import type { MouseEvent } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useToast } from '~/ui/toast.tsx';

/**
 * Favourites, cart and Steam answer a visitor who has not signed in with the popup (spec §2). Until accounts open that is
 * every visitor; without script the link leads to its page.
 */
export function useMembersOnly(): (event: MouseEvent) => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showToast(t('not-authorized'));
  };
}
