import { Button } from '@oyna/ui/button';
import { useToast } from '@oyna/ui/toast';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

const SAID_FOR_MS = 3_000;

/** The address of this page, without anything that is not part of it. */
export function CopyLink() {
  const { t } = useTranslation('top-up');
  const showToast = useToast();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      setCopied(true);
    } catch {
      showToast(t('link-not-copied'), 'danger');
    }
  };
  const Icon = isCopied ? Check : Link2;
  return (
    <>
      <Button icon={<Icon size={18} aria-hidden="true" />} onClick={() => void copy()}>
        {isCopied ? t('link-copied') : t('copy-link')}
      </Button>
      {/* Hidden as a whole: empty, it would still take a gap in the row of buttons. */}
      <VisuallyHidden>
        <span role="status">{isCopied && t('link-copied')}</span>
      </VisuallyHidden>
    </>
  );
}
