import { ExternalLink } from 'lucide-react';
import { HtmlText } from '~/components/html-text.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import styles from './key-use.module.css';

export interface ShownKey {
  key: string;
  /** HTML, cleaned by the server. */
  instruction: string;
  /** The page of the platform with the key filled in. */
  redeemUrl: string | null;
}

/** What to do with an opened key. */
export function KeyUse({ shown }: { shown: ShownKey }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {shown.redeemUrl && isWebAddress(shown.redeemUrl) && (
        // The address has the key: the platform must not learn where it came from, nor reach back.
        <a
          href={shown.redeemUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={styles.redeem}
          data-screen-only=""
        >
          <ExternalLink size={18} aria-hidden="true" />
          {t('redeem')}
        </a>
      )}
      <details className={styles.steps} open>
        <summary>{t('activation')}</summary>
        <HtmlText html={shown.instruction} />
      </details>
    </>
  );
}
