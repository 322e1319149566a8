import { Button } from '@oyna/ui/button';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../lib/texts.tsx';
import styles from './second-factor.module.css';

/** Shown once: the server keeps their hashes only. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useTexts('profile');
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <div className={styles.setUp}>
      <h2>{t('codes-title')}</h2>
      <p>{t('codes-text')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<Copy size={16} />} onClick={copy}>
          <span role="status">{isCopied ? t('copied') : t('copy')}</span>
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('codes-saved')}
        </Button>
      </div>
    </div>
  );
}
