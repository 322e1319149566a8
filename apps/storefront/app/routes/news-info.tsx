import { data } from 'react-router';
import { HtmlText } from '~/components/html-text.tsx';
import { describeInfo } from '~/features/info/describe-info.ts';
import { NewsArticle } from '~/features/info/news-article.tsx';
import { toNewsCard } from '~/features/info/news-card.server.ts';
import { NewsList, newsPath } from '~/features/info/news-list.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional, required } from '~/lib/page.server.ts';
import { pictureFile } from '~/lib/picture-sources.ts';
import type { Route } from './+types/news-info';

export const handle = { texts: preloadTexts('news'), parameters: ['id', 'preview'] } satisfies RouteTexts;

const OTHERS = 3;

/**
 * Without an id it shows the newest news (spec §2). News that does not exist is a 404. The page still answers 200 when
 * the list of other news fails.
 */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const wanted = new URL(args.request.url).searchParams.get('id');
  const newest = wanted === null ? await required(tools.api.GET('/api/v1/news')) : undefined;
  const id = newest ? (newest[0]?.id ?? notFound()) : (parseId(wanted) ?? notFound());
  const preview = new URL(args.request.url).searchParams.get('preview');
  const [item, list] = await Promise.all([
    required(
      preview === null
        ? tools.api.GET('/api/v1/news/{id}', { params: { path: { id } } })
        : tools.api.GET('/api/v1/preview/news/{id}', { params: { path: { id }, query: { preview } } }),
    ),
    newest ?? optional(tools.api.GET('/api/v1/news')),
  ]);
  const others = (list ?? []).filter((other) => other.id !== id).slice(0, OTHERS);
  return {
    ...describeInfo(tools, {
      path: newsPath(id),
      title: item.title,
      description: item.summary,
      image: pictureFile(item.images.mainframe, 'share', 1200, 'png'),
      noindex: preview !== null,
      trail: [{ text: tools.texts('news')('title'), to: '/news' }, { text: item.title }],
    }),
    news: toNewsCard(item, tools.language),
    alt: item.imageAlts[0] ?? '',
    body: item.body,
    others: others.map((other) => toNewsCard(other, tools.language)),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { seo, news } = loaderData;
  const organization = { '@type': 'Organization', name: seo.storeName, url: `${seo.publicUrl}/` };
  const article = {
    '@type': 'NewsArticle',
    headline: news.title,
    description: news.summary,
    datePublished: news.publishedOn,
    mainEntityOfPage: new URL(seo.path, seo.publicUrl).href,
    author: organization,
    publisher: organization,
    ...(seo.image ? { image: [new URL(seo.image, seo.publicUrl).href] } : {}),
  };
  return pageMeta(loaderData, [article]);
};

export default function NewsInfo({ loaderData: { crumbs, news, alt, body, others } }: Route.ComponentProps) {
  const { t } = useTranslation('news');
  return (
    <NewsArticle
      key={news.id}
      news={news}
      alt={alt}
      crumbs={crumbs}
      body={<HtmlText html={body} />}
      others={
        others.length > 0 && (
          <>
            <h2>{t('others')}</h2>
            <NewsList news={others} heading="h3" />
          </>
        )
      }
    />
  );
}

function parseId(text: string | null): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0;
  return id < 1 || id > 2 ** 31 - 1 ? undefined : id;
}

function notFound(): never {
  throw data({ code: 'not-found', requestId: undefined }, { status: 404 });
}
