import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './state.module.css';

interface ErrorStateProps {
  /** What failed. */
  title: string;
  text?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** For whoever is asked for help. */
  requestId?: string | undefined;
  /** Where the error is the whole page, its title is the page's. */
  isPage?: boolean;
  action?: ReactNode;
}

export function ErrorState({ title, text, onRetry, isRetrying, requestId, isPage, action }: ErrorStateProps) {
  const { t } = useTranslation();
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
      {onRetry && (
        <Button icon={<RotateCw size={18} />} onClick={onRetry} isBusy={isRetrying ?? false}>
          {t('retry')}
        </Button>
      )}
      {action}
    </div>
  );
}
