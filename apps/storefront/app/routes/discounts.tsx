import { BadgePercent } from 'lucide-react';
import { ListPage } from '~/features/catalogue/list-page.tsx';
import { FILTER_PARAMETERS } from '~/features/catalogue/listing-filters.ts';
import { loadListPage } from '~/features/catalogue/load-list-page.server.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Route } from './+types/discounts';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/discounts';

/** The recommendation group named discounts, in its own order (spec §2). */
export const loader = (args: Route.LoaderArgs) => loadListPage(args, { path: PATH, list: 'discounts' });

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Discounts({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  return (
    <ListPage
      {...loaderData}
      path={PATH}
      own="chosen"
      heartOf={heartOf}
      icon={<BadgePercent size={32} />}
      text={t('discounts-empty')}
    />
  );
}
