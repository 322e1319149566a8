import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Newspaper } from 'lucide-react';
import { data, useRevalidator } from 'react-router';
import { describeInfo } from '~/features/info/describe-info.ts';
import { InfoPage } from '~/features/info/info-page.tsx';
import { toNewsCard } from '~/features/info/news-card.server.ts';
import { NewsList } from '~/features/info/news-list.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/news';

export const handle = { texts: preloadTexts('news') } satisfies RouteTexts;

/** Without its list the page answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const { storeName } = tools.services;
  const title = tools.texts('news')('title');
  const items = await optional(tools.api.GET('/api/v1/news'));
  const described = describeInfo(tools, {
    path: '/news',
    title,
    description: tools.texts('info-meta')('description-news', { storeName }),
    trail: [{ text: title }],
  });
  const news = items?.map((item) => toNewsCard(item, tools.language));
  return data({ ...described, news }, { status: news ? 200 : 503 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function News({ loaderData: { crumbs, news } }: Route.ComponentProps) {
  const { t } = useTranslation('news');
  const { revalidate } = useRevalidator();
  return (
    <InfoPage crumbs={crumbs} title={t('title')}>
      {!news && <ErrorState title={t('failed')} onRetry={revalidate} />}
      {news?.length === 0 && (
        <EmptyState
          icon={<Newspaper size={32} />}
          text={t('empty')}
          action={
            <ButtonLink to="/catalog" variant="primary">
              {t('to-catalog')}
            </ButtonLink>
          }
        />
      )}
      {news && news.length > 0 && <NewsList news={news} heading="h2" />}
    </InfoPage>
  );
}
