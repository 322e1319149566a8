import type { PaymentMethod } from '@oyna/api-client/models';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { PROVIDER_NAMES } from '~/lib/provider-names.ts';
import styles from './guarantee.module.css';

/** Only providers that can be used now. Their names are set in the store's own letters. */
export function ProviderLogos({ providers }: { providers: readonly Pick<PaymentMethod, 'provider' | 'origin'>[] }) {
  const { t } = useTranslation('guarantee');
  return (
    <ul className={styles.providers} aria-label={t('providers')}>
      {providers.map(({ provider, origin }) => (
        <li key={provider}>
          <strong>{PROVIDER_NAMES[provider]}</strong>
          <span>{t(origin === 'Ru' ? 'cards-ru' : 'cards-kz')}</span>
        </li>
      ))}
    </ul>
  );
}
