import type { ApiError } from '@oyna/api-client/api-error';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import type { FetchStatus } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useErrorText } from '../lib/error-text.ts';
import { useTexts } from '../lib/texts.tsx';
import styles from './loading.module.css';

/** `rows`: a list. `sections`: a detail page or a form, with titled parts. */
type Shape = 'rows' | 'sections';

interface LoadingProps {
  query: { error: ApiError | null; refetch(): unknown; fetchStatus?: FetchStatus };
  shape?: Shape;
}

/** What a screen shows until its data is there: placeholders, the error with a retry, or that it waits for the network. */
export function Loading({ query: { error, refetch, fetchStatus }, shape = 'sections' }: LoadingProps) {
  const t = useTexts('common');
  const errorText = useErrorText();
  if (fetchStatus === 'paused') return <EmptyState icon={<WifiOff size={22} />} text={t('waits-for-network')} />;
  if (!error) return <LoadingShape shape={shape} />;
  return (
    <ErrorState title={t('not-loaded')} text={errorText(error)} requestId={error.requestId} onRetry={() => refetch()} />
  );
}

const ROWS = 8;
const SECTIONS = 3;

export function LoadingShape({ shape }: { shape: Shape }) {
  return (
    <div className={styles[shape]} aria-busy="true">
      {Array.from({ length: shape === 'rows' ? ROWS : SECTIONS }, (_, place) =>
        shape === 'rows' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <Skeleton key={place} shape="line" />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={place} className={styles.section}>
            <Skeleton shape="title" />
            <Skeleton shape="line" />
            <Skeleton shape="line" />
            <Skeleton shape="short" />
          </div>
        ),
      )}
    </div>
  );
}
