import { cx } from '@oyna/ui/class-names';
import { MenuAccount } from '~/features/menu/menu-account.tsx';
import { MenuLinks } from '~/features/menu/menu-links.tsx';
import { MenuPreferences } from '~/features/menu/menu-preferences.tsx';
import { SignInCard } from '~/features/sign-in/sign-in-card.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import type { Route } from './+types/menu';
import styles from './menu.module.css';

export const handle = { texts: preloadTexts('menu', 'sign-in') } satisfies RouteTexts;

export function loader(args: Route.LoaderArgs) {
  const { services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const title = texts('meta')('menu-title', { storeName });
  return { seo: { storeName, publicUrl, language, path: '/menu', title, noindex: true } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** What the header of a wide screen shows, and the rest of the store, for phones (spec §2). */
export default function Menu() {
  const { t } = useTranslation('menu');
  const isSignedIn = useIsMember();
  return (
    <div className={styles.page}>
      <h1>{t('menu')}</h1>
      <MenuAccount />
      <div className={cx(styles.columns, !isSignedIn && styles.withForm)}>
        <MenuLinks />
        <div className={styles.side}>
          <MenuPreferences />
          {!isSignedIn && <SignInCard />}
        </div>
      </div>
    </div>
  );
}
