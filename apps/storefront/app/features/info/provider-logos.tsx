import type { PaymentMethod } from '@oyna/api-client/models';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './guarantee.module.css';

/** The providers that can be used now. Their names are set in the store's typeface. */
export function ProviderLogos({
  providers,
}: {
  providers: readonly Pick<PaymentMethod, 'provider' | 'label' | 'origin'>[];
}) {
  const { t } = useTranslation('guarantee');
  return (
    <ul className={styles.providers} aria-label={t('providers')}>
      {providers.map(({ provider, label, origin }) => (
        <li key={provider}>
          <strong>{label}</strong>
          <span>{t(origin === 'Ru' ? 'cards-ru' : 'cards-kz')}</span>
        </li>
      ))}
    </ul>
  );
}
