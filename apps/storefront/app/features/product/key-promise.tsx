import { TextLink } from '@oyna/ui/text-link';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './key-promise.module.css';

/** How long a key takes, where enough were delivered, and what happens when it does not work. */
export function KeyPromise({ deliveryText }: { deliveryText: string | undefined }) {
  const { t } = useTranslation('product');
  return (
    <section aria-label={t('promise')} className={styles.promise}>
      <ShieldCheck size={20} aria-hidden="true" />
      <div>
        {deliveryText && <p>{deliveryText}</p>}
        <p>
          {t('key-fails')} <TextLink to="/guarantee">{t('to-guarantee')}</TextLink>
        </p>
      </div>
    </section>
  );
}
