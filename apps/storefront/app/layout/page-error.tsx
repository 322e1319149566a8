import { ButtonLink } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { SearchX } from 'lucide-react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { retryTexts, useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './page-error.module.css';

/** Replaces a page that could not be shown. The header stays for navigation. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <>
      <title>{t('page-failed')}</title>
      <meta name="robots" content="noindex" />
      <ErrorState
        title={t('page-failed')}
        text={t('page-failed-text')}
        requestId={requestIdOf(error)}
        onRetry={() => {
          retryTexts();
          return revalidate();
        }}
        isPage
      />
    </>
  );
}

function NotFound() {
  const { t } = useTranslation();
  return (
    <div className={styles.notFound}>
      <title>{t('not-found')}</title>
      <meta name="robots" content="noindex" />
      <span className={styles.icon}>
        <SearchX size={32} aria-hidden="true" />
      </span>
      <h1>{t('not-found')}</h1>
      <p>{t('not-found-text')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/catalog" variant="primary">
          {t('go-to-catalog')}
        </ButtonLink>
        <ButtonLink to="/">{t('go-home')}</ButtonLink>
      </div>
    </div>
  );
}

function requestIdOf(error: unknown): string | undefined {
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  const id = typeof body === 'object' && body !== null && 'requestId' in body ? body.requestId : undefined;
  return typeof id === 'string' ? id : undefined;
}
