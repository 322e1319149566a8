import { Button } from '@oyna/ui/button';
import { Bell } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';

// Loaded when a customer opens it.
const AlertDialog = lazyPart(async () => (await import('./alert-dialog.tsx')).AlertDialog);

interface AlertButtonProps {
  kind: 'price-below' | 'back-in-stock';
  offer: { id: number; name: string; price: number | undefined };
  onAsked?: (() => void) | undefined;
}

/** The bell of an offer. A visitor signs in first, and then the dialog opens. */
export function AlertButton({ kind, offer, onAsked }: AlertButtonProps) {
  const { t } = useTranslation('product');
  const isSignedIn = useIsSignedIn();
  const { ask } = useSignInPrompt();
  const [isOpen, setOpen] = useState<boolean>();
  const [isOn, setOn] = useState(false);
  const mark = `#alert-${offer.id}`;
  // After a sign-in at Google or VK the visitor comes back to this address.
  const onSignedIn = useEffectEvent(() => {
    if (location.hash !== mark) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    setOpen(true);
  });
  useEffect(() => {
    if (isSignedIn) onSignedIn();
  }, [isSignedIn]);
  const text = t(isOn ? 'alert-on' : kind);
  const path = () => location.pathname + location.search + mark;
  return (
    <div>
      <Button
        variant="quiet"
        icon={<Bell size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-label={`${text}: ${offer.name}`}
        onClick={() => {
          onAsked?.();
          ask(t('alert-sign-in'), () => setOpen(true), { kind: 'open', path: path() });
        }}
      >
        {text}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <AlertDialog
            kind={kind}
            offer={offer}
            title={t(kind)}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onDone={setOn}
          />
        </Suspense>
      )}
    </div>
  );
}
