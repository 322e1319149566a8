import type { MouseEvent } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { readToken } from '~/lib/session/session.ts';
import { useToast } from '~/ui/toast.tsx';

/**
 * Favourites, cart and Steam answer a visitor who has not signed in with the popup (spec §2); without script the link
 * leads to its page. One that everybody may read is opened all the same.
 */
export function useMembersOnly(isReadable = false): (event: MouseEvent) => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || readToken() !== undefined) return;
    if (!isReadable) event.preventDefault();
    showToast(t('not-authorized'));
  };
}
