import { PUBG_GAME_ID } from '@oyna/domain/constants';
import { ErrorState } from '@oyna/ui/error-state';
import { useEffect, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import pubg from 'simple-icons/icons/pubg.svg?raw';
import { NotPayedDialog } from '~/features/payment/not-payed-dialog.tsx';
import { listPacks } from '~/features/top-up/pack-list.server.ts';
import { PubgForm } from '~/features/top-up/pubg-form.tsx';
import { TopUpHead } from '~/features/top-up/top-up-head.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/pubg';
import styles from './top-up.module.css';

export const handle = { texts: preloadTexts('top-up', 'payment'), parameters: ['product'] } satisfies RouteTexts;

/** Visitors may read it. If packs or methods cannot be loaded, the page offers a retry. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const t = texts('meta');
  const query = { gameId: PUBG_GAME_ID };
  const [options, offered] = await Promise.all([
    optional(api.GET('/api/v1/replenishment/options')),
    optional(api.GET('/api/v1/products/topup', { params: { query } })),
  ]);
  return {
    methods: options?.methods,
    packs: offered && listPacks(offered, language),
    seo: {
      storeName,
      publicUrl,
      language,
      path: '/pubg',
      title: t('pubg-title', { storeName }),
      description: t('pubg-description', { storeName }),
      jsonLd: [breadcrumbJsonLd([{ text: storeName, to: '/' }, { text: texts('top-up')('pubg-heading') }], publicUrl)],
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Pubg({ loaderData: { methods, packs } }: Route.ComponentProps) {
  const { t } = useTranslation('top-up');
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const [wanted] = useState(() => search.get('product') ?? undefined);
  // Used once: after a reload the later choice counts.
  useEffect(() => {
    const { pathname, search: now } = location;
    const rest = new URLSearchParams(now);
    if (!rest.has('product')) return;
    rest.delete('product');
    history.replaceState(history.state, '', rest.size > 0 ? `${pathname}?${rest}` : pathname);
  }, []);
  return (
    <div className={styles.page}>
      <TopUpHead sign={pubg} title={t('pubg-heading')} text={t('pubg-lead')} />
      {methods && packs ? (
        <PubgForm
          options={{ methods }}
          packs={packs}
          wanted={wanted}
          failureOf={(fault, text, onClose) => <NotPayedDialog fault={fault} text={text} onClose={onClose} />}
        />
      ) : (
        <ErrorState title={t('options-failed')} onRetry={revalidate} />
      )}
    </div>
  );
}
