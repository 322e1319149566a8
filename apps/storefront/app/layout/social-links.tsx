import instagram from 'simple-icons/icons/instagram.svg?raw';
import telegram from 'simple-icons/icons/telegram.svg?raw';
import vk from 'simple-icons/icons/vk.svg?raw';
import youtube from 'simple-icons/icons/youtube.svg?raw';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandIcon } from '~/ui/brand-icon.tsx';
import styles from './footer.module.css';

/** The networks themselves, until the operator names the store's accounts: an invented one would belong to a stranger. */
const NETWORKS = [
  { name: 'Telegram', href: 'https://t.me/', svg: telegram },
  { name: 'VK', href: 'https://vk.com/', svg: vk },
  { name: 'Instagram', href: 'https://www.instagram.com/', svg: instagram },
  { name: 'YouTube', href: 'https://www.youtube.com/', svg: youtube },
];

export function SocialLinks() {
  const { t } = useTranslation();
  return (
    <ul className={styles.social} aria-label={t('social-networks')}>
      {NETWORKS.map(({ name, href, svg }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener nofollow"
            aria-label={name}
            title={name}
            className={styles.network}
          >
            <BrandIcon svg={svg} size={20} />
          </a>
        </li>
      ))}
    </ul>
  );
}
