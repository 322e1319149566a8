import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../lib/texts.tsx';
import styles from './shell.module.css';

/** Says that the data may be old. React Query fetches it again when the network is back. */
export function OfflineNotice() {
  const t = useTexts('common');
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff size={16} />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
