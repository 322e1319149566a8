import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './guarantee.module.css';

/** Their names set in the store's own letters: a drawn copy of a sign would be neither theirs nor ours. */
const PROVIDERS = [
  { name: 'Platron', cards: 'cards-ru' },
  { name: 'TalkBank', cards: 'cards-ru' },
  { name: 'Epoint', cards: 'cards-kz' },
  { name: 'Kassa24', cards: 'cards-kz' },
] as const;

export function ProviderLogos() {
  const { t } = useTranslation('guarantee');
  return (
    <ul className={styles.providers} aria-label={t('providers')}>
      {PROVIDERS.map(({ name, cards }) => (
        <li key={name}>
          <strong>{name}</strong>
          <span>{t(cards)}</span>
        </li>
      ))}
    </ul>
  );
}
