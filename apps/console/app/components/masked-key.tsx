import { Button } from '@oyna/ui/button';
import { useEffect, useState } from 'react';
import { useTexts } from '../lib/texts.tsx';
import styles from './text.module.css';

const SHOWN_MS = 60_000;

interface MaskedKeyProps {
  /** As the server sends it, "•••••-•••••-••A7F". */
  mask: string;
  /** Only for operators who may see keys. The call needs a fresh second factor. */
  onReveal?: (() => Promise<string>) | undefined;
}

/** A key is hidden again after a minute. */
export function MaskedKey({ mask, onReveal }: MaskedKeyProps) {
  const t = useTexts('common');
  const [key, setKey] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setKey(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const reveal = async () => {
    setBusy(true);
    setKey(await onReveal?.().catch(() => undefined));
    setBusy(false);
  };
  return (
    <span className={styles.key}>
      <code>{key ?? mask}</code>
      {onReveal && (
        <Button variant="quiet" isBusy={isBusy} onClick={key === undefined ? reveal : () => setKey(undefined)}>
          {key === undefined ? t('show') : t('hide')}
        </Button>
      )}
    </span>
  );
}
