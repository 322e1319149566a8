import { Link } from '@oyna/ui/link';
import { useId } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './footer.module.css';

export function FooterLinks() {
  const { t } = useTranslation();
  return (
    <nav className={styles.columns} aria-label={t('footer-navigation')}>
      <Column
        title={t('footer-shop')}
        links={[
          { to: '/catalog', text: t('nav-catalog') },
          { to: '/categories', text: t('nav-categories') },
          { to: '/services', text: t('nav-services') },
          { to: '/subscribes', text: t('nav-subscriptions') },
          { to: '/discounts', text: t('nav-discounts') },
          { to: '/steam', text: t('nav-steam') },
          { to: '/pubg', text: t('nav-pubg') },
        ]}
      />
      <Column
        title={t('footer-help')}
        links={[
          { to: '/support', text: t('nav-support') },
          { to: '/guarantee', text: t('nav-guarantee') },
          { to: '/support#contact-point', text: t('nav-contacts') },
          { to: '/about', text: t('nav-about') },
          { to: '/news', text: t('nav-news') },
        ]}
      />
      <Column
        title={t('footer-legal')}
        links={[
          { to: '/user-agreement', text: t('nav-user-agreement') },
          { to: '/policy', text: t('nav-policy') },
          { to: '/public-offer', text: t('nav-public-offer') },
          { to: '/platron-documentation', text: t('nav-payment-rules') },
        ]}
      />
    </nav>
  );
}

function Column({ title, links }: { title: string; links: readonly { to: string; text: string }[] }) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul aria-labelledby={id}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
