import { Button } from '@oyna/ui/button';
import { useToast } from '@oyna/ui/toast';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, Link2 } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useCopy } from '~/lib/use-copy.ts';

/** Copies the address of this page without query and hash. */
export function CopyLink() {
  const { t } = useTranslation('top-up');
  const showToast = useToast();
  const { isCopied, copy } = useCopy(() => showToast(t('link-not-copied'), 'danger'));
  const Icon = isCopied ? Check : Link2;
  return (
    <>
      <Button
        icon={<Icon size={18} aria-hidden="true" />}
        onClick={() => void copy(location.origin + location.pathname)}
      >
        {isCopied ? t('link-copied') : t('copy-link')}
      </Button>
      {/* Hidden as a whole: an empty element would take a gap in the row of buttons. */}
      <VisuallyHidden>
        <span role="status">{isCopied && t('link-copied')}</span>
      </VisuallyHidden>
    </>
  );
}
