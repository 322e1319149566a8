import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { SignInDialog } from '~/features/sign-in/sign-in-dialog.tsx';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { SignInPromptContext } from '~/lib/sign-in-prompt.tsx';
import { useToast } from '~/ui/toast.tsx';

interface Request {
  Dialog: typeof SignInDialog;
  reason: string | undefined;
  isOpen: boolean;
}

/** Shows the sign-in dialog to whoever asks for it. It and its texts come with the first question: most visits have none. */
export function SignInHost({ children }: { children: ReactNode }) {
  const { i18n } = useI18n();
  const { t } = useTranslation();
  const showToast = useToast();
  const [request, setRequest] = useState<Request>();

  const ask = useCallback(
    async (reason?: string) => {
      try {
        const [{ SignInDialog: Dialog }] = await Promise.all([
          import('~/features/sign-in/sign-in-dialog.tsx'),
          i18n.loadNamespaces('sign-in'),
        ]);
        setRequest({ Dialog, reason, isOpen: true });
      } catch (error) {
        logFailure('the sign-in dialog did not come', error);
        showToast(t('not-authorized'));
      }
    },
    [i18n, showToast, t],
  );

  const prompt = useMemo(() => ({ ask: (reason?: string) => void ask(reason) }), [ask]);
  return (
    <SignInPromptContext value={prompt}>
      {children}
      {request && (
        <request.Dialog
          reason={request.reason}
          isOpen={request.isOpen}
          onClose={() => setRequest((last) => last && { ...last, isOpen: false })}
        />
      )}
    </SignInPromptContext>
  );
}
