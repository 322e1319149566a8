import { Dialog } from '@oyna/ui/dialog';
import { useTexts } from '../../lib/texts.tsx';

/** The search of every screen. */
export function SearchPalette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts('search');
  return (
    <Dialog title={t('title')} isOpen={isOpen} onClose={onClose} startsInField>
      <p>{t('hint')}</p>
    </Dialog>
  );
}
