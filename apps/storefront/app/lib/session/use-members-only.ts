import { useToast } from '@oyna/ui/toast';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { isOpenToGuests } from './guest-actions.ts';
import { readMemberToken, readToken } from './session.ts';

/**
 * A click of a visitor on favourites, cart or Steam shows a message (spec §2) whose button opens the sign-in and then the
 * page. `isReadable`: the page also opens, because visitors may read it. Without script the link opens its page.
 */
export function useMembersOnly(isReadable = false): (event: MouseEvent) => void {
  const { t } = useTranslation();
  const showToast = useToast();
  const { ask } = useSignInPrompt();
  const navigate = useNavigate();
  return (event) => {
    const { pathname: path } = event.currentTarget as HTMLAnchorElement;
    const token = isOpenToGuests({ kind: 'open', path }) ? readToken() : readMemberToken();
    if (event.metaKey || event.ctrlKey || event.shiftKey || token !== undefined) return;
    if (!isReadable) event.preventDefault();
    showToast(t('not-authorized'), 'info', {
      label: t('sign-in'),
      onChoose: () => ask(undefined, () => void navigate(path), { kind: 'open', path }),
    });
  };
}
