import { CreditCard, MessageCircle, Zap } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './trust-strip.module.css';

/** True statements about the store only: no counters and no ratings. */
export function TrustStrip() {
  const { t } = useTranslation('home');
  const items = [
    { id: 'delivery', Icon: Zap, title: t('trust-delivery'), text: t('trust-delivery-text') },
    { id: 'payment', Icon: CreditCard, title: t('trust-payment'), text: t('trust-payment-text') },
    { id: 'support', Icon: MessageCircle, title: t('trust-support'), text: t('trust-support-text') },
  ];
  return (
    <ul className={styles.strip}>
      {items.map(({ id, Icon, title, text }) => (
        <li key={id} className={styles.item}>
          <Icon size={22} aria-hidden="true" />
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
