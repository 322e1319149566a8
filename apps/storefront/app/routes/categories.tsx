import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { LayoutGrid } from 'lucide-react';
import { data, useRevalidator } from 'react-router';
import { CategoryTile } from '~/features/catalogue/category-tile.tsx';
import { Listing } from '~/features/catalogue/listing.tsx';
import { describePage, pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/categories';
import styles from './categories.module.css';

export const handle = { texts: preloadTexts('listing') } satisfies RouteTexts;

/** Without its list the page answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = t('categories');
  const categories = await optional(tools.api.GET('/api/v1/info/categories'));
  const described = describePage(tools, {
    path: '/categories',
    title: meta('title', { title, storeName }),
    description: meta('description-categories', { storeName }),
    trail: [{ text: title }],
  });
  const tiles = categories?.map(({ name, title, gameCount, picture }) => ({ name, title, gameCount, picture }));
  return data({ ...described, title, categories: tiles }, { status: tiles ? 200 : 503 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Categories({ loaderData: { title, crumbs, categories } }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  const { revalidate } = useRevalidator();
  return (
    <Listing crumbs={crumbs} title={title}>
      {!categories && <ErrorState title={t('categories-failed')} onRetry={revalidate} />}
      {categories?.length === 0 && (
        <EmptyState
          icon={<LayoutGrid size={32} />}
          text={t('categories-empty')}
          action={
            <ButtonLink to="/catalog" variant="primary">
              {t('to-catalog')}
            </ButtonLink>
          }
        />
      )}
      {categories && categories.length > 0 && (
        <ul className={styles.tiles}>
          {categories.map((category) => (
            <li key={category.name}>
              <CategoryTile category={category} />
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
}
