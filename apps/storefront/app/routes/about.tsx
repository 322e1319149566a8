import { AboutSections } from '~/features/info/about-sections.tsx';
import { describeInfo } from '~/features/info/describe-info.ts';
import { InfoPage } from '~/features/info/info-page.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { siteJsonLd } from '~/lib/json-ld.ts';
import { openPage } from '~/lib/page.server.ts';
import type { Route } from './+types/about';

export const handle = { texts: preloadTexts('about') } satisfies RouteTexts;

export function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const { storeName } = tools.services;
  const title = tools.texts('about')('title');
  return describeInfo(tools, {
    path: '/about',
    title,
    description: tools.texts('info-meta')('description-about', { storeName }),
    trail: [{ text: title }],
  });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData, siteJsonLd(loaderData.seo).slice(0, 1)) : [];

export default function About({ loaderData: { crumbs, seo } }: Route.ComponentProps) {
  const { t } = useTranslation('about');
  return (
    <InfoPage crumbs={crumbs} title={t('title')}>
      <AboutSections storeName={seo.storeName} />
    </InfoPage>
  );
}
