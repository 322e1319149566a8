import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialPages } from '~/lib/services.ts';
import { BrandSign } from '~/ui/brand-sign.tsx';
import styles from './footer.module.css';

const NETWORKS = [
  { name: 'Telegram', sign: 'telegram' },
  { name: 'VK', sign: 'vk' },
  { name: 'Instagram', sign: 'instagram' },
  { name: 'YouTube', sign: 'youtube' },
] as const;

/** The store's own pages, as far as the operator has configured any. */
export function SocialLinks({ pages }: { pages: SocialPages }) {
  const { t } = useTranslation();
  const links = NETWORKS.flatMap(({ name, sign }) => {
    const href = pages[sign];
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
