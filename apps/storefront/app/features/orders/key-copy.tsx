import { Button } from '@oyna/ui/button';
import { useToast } from '@oyna/ui/toast';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

const SAID_FOR_MS = 3_000;

export function KeyCopy({ text }: { text: string }) {
  const { t } = useTranslation('orders');
  const showToast = useToast();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast(t('copied-error'), 'danger');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button autoFocus icon={<Icon size={18} aria-hidden="true" />} onClick={() => void copy()}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <span role="status">{isCopied && <VisuallyHidden>{t('copied')}</VisuallyHidden>}</span>
    </>
  );
}
