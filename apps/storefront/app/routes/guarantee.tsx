import { PaymentMethods } from '~/components/payment-methods.tsx';
import { describeInfo } from '~/features/info/describe-info.ts';
import { GuaranteeSections } from '~/features/info/guarantee-sections.tsx';
import { InfoPage } from '~/features/info/info-page.tsx';
import { ProviderLogos } from '~/features/info/provider-logos.tsx';
import { brandsOf } from '~/lib/card-brands.server.ts';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/guarantee';
import styles from './guarantee.module.css';

export const handle = { texts: preloadTexts('guarantee') } satisfies RouteTexts;

export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const { storeName } = tools.services;
  const title = tools.texts('guarantee')('title');
  const methods = (await optional(tools.api.GET('/api/v1/payment/methods'))) ?? [];
  const described = describeInfo(tools, {
    path: '/guarantee',
    title,
    description: tools.texts('info-meta')('description-guarantee', { storeName }),
    trail: [{ text: title }],
  });
  const providers = methods.map(({ provider, label, origin }) => ({ provider, label, origin }));
  return { ...described, providers, brands: brandsOf(methods) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function Guarantee({ loaderData: { crumbs, providers, brands } }: Route.ComponentProps) {
  const { t } = useTranslation('guarantee');
  return (
    <InfoPage crumbs={crumbs} title={t('title')} lead={t('lead')}>
      <GuaranteeSections />
      {providers.length > 0 && (
        <section className={styles.payment}>
          <h2>{t('providers')}</h2>
          <ProviderLogos providers={providers} />
          <PaymentMethods brands={brands} />
        </section>
      )}
    </InfoPage>
  );
}
