import { RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './state.module.css';
import { useUiTexts } from './ui-texts.tsx';

interface ErrorStateProps {
  /** What failed. */
  title: string;
  text?: string;
  /** The button is busy for as long as this takes. */
  onRetry?: () => unknown;
  /** For support. */
  requestId?: string | undefined;
  /** The error is the whole page, so its title is an h1. */
  isPage?: boolean;
  action?: ReactNode;
}

export function ErrorState({ title, text, onRetry, requestId, isPage, action }: ErrorStateProps) {
  const t = useUiTexts();
  // Not a transition: it and the router's transition would wait for each other.
  const [isRetrying, setRetrying] = useState(false);
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.state} role={isPage ? undefined : 'alert'}>
      <span className={cx(styles.icon, styles.danger)} aria-hidden="true">
        <TriangleAlert size={32} />
      </span>
      <div className={styles.text}>
        <Title>{title}</Title>
        {text && <p>{text}</p>}
        {requestId && (
          <p className={styles.id}>
            {t('request-id')}: {requestId}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        {onRetry && (
          <Button
            icon={<RotateCw size={18} />}
            isBusy={isRetrying}
            onClick={async () => {
              setRetrying(true);
              try {
                await onRetry();
              } finally {
                setRetrying(false);
              }
            }}
          >
            {t('retry')}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
