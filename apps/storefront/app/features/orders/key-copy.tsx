import { Button } from '@oyna/ui/button';
import { useToast } from '@oyna/ui/toast';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useCopy } from '~/lib/use-copy.ts';

/** `hasFocus`: it replaces the button that the customer has just pressed. */
export function KeyCopy({ text, hasFocus = true }: { text: string; hasFocus?: boolean }) {
  const { t } = useTranslation('orders');
  const showToast = useToast();
  const { isCopied, copy } = useCopy(() => showToast(t('copied-error'), 'danger'));
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button autoFocus={hasFocus} icon={<Icon size={18} aria-hidden="true" />} onClick={() => void copy(text)}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <span role="status">{isCopied && <VisuallyHidden>{t('copied')}</VisuallyHidden>}</span>
    </>
  );
}
