import { useToast } from '@oyna/ui/toast';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { readToken } from '~/lib/session/session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';

/**
 * Favourites, cart and Steam answer a visitor who has not signed in with the popup (spec §2). Its button opens the
 * sign-in and then the page. Without script the link leads to its page. One that everybody may read is opened all the same.
 */
export function useMembersOnly(isReadable = false): (event: MouseEvent) => void {
  const { t } = useTranslation();
  const showToast = useToast();
  const { ask } = useSignInPrompt();
  const navigate = useNavigate();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || readToken() !== undefined) return;
    if (!isReadable) event.preventDefault();
    const { pathname: path } = event.currentTarget as HTMLAnchorElement;
    showToast(t('not-authorized'), 'info', {
      label: t('sign-in'),
      onChoose: () => ask(undefined, () => void navigate(path), { kind: 'open', path }),
    });
  };
}
