import { ErrorState } from '@oyna/ui/error-state';
import { useRevalidator } from 'react-router';
import steam from 'simple-icons/icons/steam.svg?raw';
import { NotPayedDialog } from '~/features/payment/not-payed-dialog.tsx';
import { SteamForm } from '~/features/top-up/steam-form.tsx';
import { TopUpHead } from '~/features/top-up/top-up-head.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/steam';
import styles from './top-up.module.css';

export const handle = { texts: preloadTexts('top-up', 'payment') } satisfies RouteTexts;

/** Visitors may read it; a top-up asks for the account. If the limits cannot be loaded, the page offers a retry. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const t = texts('meta');
  const options = await optional(api.GET('/api/v1/replenishment/options'));
  return {
    options,
    seo: {
      storeName,
      publicUrl,
      language,
      path: '/steam',
      title: t('steam-title', { storeName }),
      description: t('steam-description', { storeName }),
      jsonLd: [breadcrumbJsonLd([{ text: storeName, to: '/' }, { text: texts('top-up')('steam-heading') }], publicUrl)],
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Steam({ loaderData: { options } }: Route.ComponentProps) {
  const { t } = useTranslation('top-up');
  const { revalidate } = useRevalidator();
  return (
    <div className={styles.page}>
      <TopUpHead sign={steam} title={t('steam-heading')} text={t('steam-lead')} />
      {options ? (
        <SteamForm
          options={options}
          failureOf={(fault, text, onClose) => <NotPayedDialog fault={fault} text={text} onClose={onClose} />}
        />
      ) : (
        <ErrorState title={t('options-failed')} onRetry={revalidate} />
      )}
    </div>
  );
}
