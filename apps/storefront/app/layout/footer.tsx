import type { CardBrand } from '@oyna/domain/constants';
import { LanguageLinks } from '~/components/language-links.tsx';
import { PaymentMethods } from '~/components/payment-methods.tsx';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialPages } from '~/lib/services.ts';
import styles from './footer.module.css';
import { FooterLinks } from './footer-links.tsx';
import { SocialLinks } from './social-links.tsx';

interface FooterProps {
  store: { storeName: string; socialPages: SocialPages; cardBrands: readonly CardBrand[] };
}

export function Footer({ store: { storeName, socialPages, cardBrands } }: FooterProps) {
  const { t } = useTranslation();
  const { i18n } = useI18n();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <CachedFragment data={i18n} id={`footer ${storeName}`}>
          {() => (
            <>
              <div className={styles.about}>
                <p className={styles.name}>{storeName}</p>
                <p>{t('footer-text')}</p>
                <SocialLinks pages={socialPages} />
              </div>
              <FooterLinks />
            </>
          )}
        </CachedFragment>
        <div className={styles.choices}>
          <LanguageLinks />
          <PaymentMethods brands={cardBrands} />
        </div>
        <p className={styles.note}>{t('footer-note', { storeName })}</p>
      </div>
    </footer>
  );
}
