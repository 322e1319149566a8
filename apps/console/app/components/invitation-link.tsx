import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { TextField } from '@oyna/ui/text-field';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../lib/texts.tsx';
import styles from './confirm-dialog.module.css';

/** The link is shown once: the server keeps its hash only. */
export function InvitationLink({ link, onClose }: { link: string; onClose(): void }) {
  const t = useTexts('team');
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={t('invited')} isOpen onClose={onClose}>
      <div className={styles.form}>
        <p>{t('link-text')}</p>
        <TextField label={t('link')} value={link} readOnly onFocus={(event) => event.target.select()} />
        <Button
          variant="primary"
          icon={<Copy size={16} />}
          onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
        >
          <span role="status">{isCopied ? t('copied') : t('copy-link')}</span>
        </Button>
      </div>
    </Dialog>
  );
}
