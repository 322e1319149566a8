import { UNDO_MS } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './undo-strip.module.css';

interface UndoStripProps {
  /** What was done… */
  text: string;
  /** …and the word for taking it back. */
  action: string;
  onUndo(): void;
}

/**
 * Replaces a removed item for the five seconds in which it can be restored (spec §4). Its button takes over the focus
 * of the clicked button, so that the next key press restores the item.
 */
export function UndoStrip({ text, action, onUndo }: UndoStripProps) {
  const box = useRef<HTMLDivElement>(null);
  const [seconds, setSeconds] = useState(UNDO_MS / 1000);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus({ preventScroll: true });
    const timer = setInterval(() => setSeconds((left) => Math.max(left - 1, 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div ref={box} className={styles.strip}>
      <p className={styles.text}>{text}</p>
      <Button variant="quiet" icon={<Undo2 size={18} aria-hidden="true" />} onClick={onUndo}>
        {action}
        <span className={styles.seconds} aria-hidden="true">
          0:0{seconds}
        </span>
      </Button>
      <span className={styles.time} aria-hidden="true" />
    </div>
  );
}
