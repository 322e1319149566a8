import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandSign } from './brand-sign.tsx';
import styles from './footer.module.css';

/** The networks themselves, until the operator names the store's accounts: an invented one would belong to a stranger. */
const NETWORKS = [
  { name: 'Telegram', href: 'https://t.me/', sign: 'telegram' },
  { name: 'VK', href: 'https://vk.com/', sign: 'vk' },
  { name: 'Instagram', href: 'https://www.instagram.com/', sign: 'instagram' },
  { name: 'YouTube', href: 'https://www.youtube.com/', sign: 'youtube' },
] as const;

export function SocialLinks() {
  const { t } = useTranslation();
  return (
    <ul className={styles.social} aria-label={t('social-networks')}>
      {NETWORKS.map(({ name, href, sign }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener nofollow"
            aria-label={name}
            title={name}
            className={styles.network}
          >
            <BrandSign name={sign} size={20} />
          </a>
        </li>
      ))}
    </ul>
  );
}
