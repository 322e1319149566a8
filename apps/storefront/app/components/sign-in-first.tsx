import { Button } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { LogIn } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';

/** For a page that may be opened from anywhere: the visitor stays on it, signs in, and it continues. */
export function SignInFirst({ text }: { text: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { ask } = useSignInPrompt();
  const askHere = () => ask(text, undefined, { kind: 'open', path: pathname + search });
  const askOnce = useEffectEvent(askHere);
  useEffect(() => askOnce(), []);
  return (
    <EmptyState
      icon={<LogIn size={32} />}
      text={text}
      action={
        <Button variant="primary" onClick={askHere}>
          {t('sign-in')}
        </Button>
      }
    />
  );
}
