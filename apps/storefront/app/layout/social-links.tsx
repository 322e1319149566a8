import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialPages } from '~/lib/services.ts';
import { BrandSign } from './brand-sign.tsx';
import styles from './footer.module.css';

const NETWORKS = [
  { name: 'Telegram', home: 'https://t.me/', sign: 'telegram' },
  { name: 'VK', home: 'https://vk.com/', sign: 'vk' },
  { name: 'Instagram', home: 'https://www.instagram.com/', sign: 'instagram' },
  { name: 'YouTube', home: 'https://www.youtube.com/', sign: 'youtube' },
] as const;

interface SocialLinksProps {
  pages: SocialPages;
  demo: boolean;
}

/** The store's own pages. The demo has none, and shows the networks themselves: an invented page would be a stranger's. */
export function SocialLinks({ pages, demo }: SocialLinksProps) {
  const { t } = useTranslation();
  const isOwn = Object.values(pages).some((page) => page !== undefined);
  const links = NETWORKS.flatMap(({ name, home, sign }) => {
    const href = pages[sign] ?? (demo && !isOwn ? home : undefined);
    return href ? [{ name, href, sign }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={t('social-networks')}>
      {links.map(({ name, href, sign }) => (
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
