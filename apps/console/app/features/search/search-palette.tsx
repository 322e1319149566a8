import { Dialog } from '@oyna/ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { SearchBox } from './search-box.tsx';
import type { Found } from './search-results.ts';

interface SearchPaletteProps {
  isOpen: boolean;
  onClose(): void;
}

const MOST_RECENT = 5;

/** The search of every screen. What was opened last is kept in memory only. */
export function SearchPalette({ isOpen, onClose }: SearchPaletteProps) {
  const t = useTexts('search');
  const [recent, setRecent] = useState<readonly Found[]>([]);
  const box = useRef<HTMLDivElement>(null);
  // Also on touch screens, where other dialogs keep the keyboard away: here the first thing is to type.
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const open = (found: Found) => {
    setRecent((before) => [found, ...before.filter(({ to }) => to !== found.to)].slice(0, MOST_RECENT));
    onClose();
  };
  return (
    <Dialog title={t('title')} isOpen={isOpen} onClose={onClose} isWide>
      <div ref={box}>
        <SearchBox recent={recent} onOpen={open} />
      </div>
    </Dialog>
  );
}
