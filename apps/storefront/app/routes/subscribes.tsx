import { Repeat } from 'lucide-react';
import { ListPage } from '~/features/catalogue/list-page.tsx';
import { FILTER_PARAMETERS } from '~/features/catalogue/listing-filters.ts';
import { loadListPage } from '~/features/catalogue/load-list-page.server.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Route } from './+types/subscribes';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/subscribes';

export const loader = (args: Route.LoaderArgs) => loadListPage(args, { path: PATH, list: 'subscriptions' });

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Subscribes({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  return (
    <ListPage
      {...loaderData}
      path={PATH}
      own="popular"
      heartOf={heartOf}
      icon={<Repeat size={32} />}
      text={t('subscriptions-empty')}
    />
  );
}
