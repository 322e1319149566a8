import { BrandSign } from '~/components/brand-sign.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialPages } from '~/lib/services.ts';
import styles from './footer.module.css';

const NAMES = { telegram: 'Telegram', vk: 'VK', instagram: 'Instagram', youtube: 'YouTube' };
const NETWORKS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** The store's own pages, as far as the operator has configured any. */
export function SocialLinks({ pages }: { pages: SocialPages }) {
  const { t } = useTranslation();
  const own = NETWORKS.filter((network) => pages[network]);
  if (own.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={t('social-networks')}>
      {own.map((network) => (
        <li key={network}>
          <a
            href={pages[network]}
            target="_blank"
            rel="noopener nofollow"
            aria-label={NAMES[network]}
            title={NAMES[network]}
            className={styles.network}
          >
            <BrandSign name={network} size={20} />
          </a>
        </li>
      ))}
    </ul>
  );
}
