import type { BasketItem } from '@oyna/api-client/models';
import { editionName } from '@oyna/domain/edition-name';
import { ButtonLink } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Suspense } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { EMPTY_SLICE } from '~/features/cart/basket.ts';
import { writeSlice } from '~/features/cart/cart-storage.ts';
import { settleCart } from '~/features/cart/settle-cart.ts';
import { PaymentView } from '~/features/payment/payment-view.tsx';
import { readWantedPurchase, type WantedPurchase } from '~/features/payment/wanted-purchase.ts';
import { useApi } from '~/lib/browser-api.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { membersPage } from '~/lib/members-page.server.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { readToken } from '~/lib/session/session.ts';
import { useSessionToken } from '~/lib/session/use-member-data.ts';
import { useBuyersPage } from '~/lib/session/use-members-page.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import type { Route } from './+types/payment';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('payment') } satisfies RouteTexts;

/** Payment methods and activation rules are the same for every visitor; the browser loads the basket. */
export async function loader(args: Route.LoaderArgs) {
  const { api } = openPage(args);
  const [methods, rules, countries] = await Promise.all([
    optional(api.GET('/api/v1/payment/methods')),
    optional(api.GET('/api/v1/info/activation')),
    optional(api.GET('/api/v1/info/countries')),
  ]);
  return { ...membersPage(args, '/payment', 'payment-page'), methods, rules: rules ?? [], countries: countries ?? [] };
}

/** The rates are never those of the browser's cache: at another sum than the server's the payment is refused. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-cache' });

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Payment({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('payment');
  const [search] = useSearchParams();
  const wanted = readWantedPurchase(search);
  const Purchase = wanted.kind === 'cart' ? CartPurchase : DirectPurchase;
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <Purchase key={search.toString()} wanted={wanted} page={loaderData} />
    </div>
  );
}

interface PurchaseProps {
  wanted: WantedPurchase;
  page: Route.ComponentProps['loaderData'];
}

/** A visitor is redirected to the home page, as from the cart. */
function CartPurchase(props: PurchaseProps) {
  return <PaymentPage {...props} isMember={useBuyersPage()} />;
}

const SignInFirst = lazyPart(async () => (await import('~/components/sign-in-first.tsx')).SignInFirst);

/** "Buy now" may come from any page: a visitor signs in here. */
function DirectPurchase(props: PurchaseProps) {
  const { t } = useTranslation('payment');
  const isSignedIn = useIsSignedIn();
  if (isSignedIn === false) {
    return (
      <Suspense>
        <SignInFirst text={t('sign-in-to-buy')} />
      </Suspense>
    );
  }
  return <PaymentPage {...props} isMember={isSignedIn === true} />;
}

function PaymentPage({ wanted, page, isMember }: PurchaseProps & { isMember: boolean }) {
  const { methods, rules, countries } = page;
  const { t, language } = useTranslation('payment');
  const { revalidate } = useRevalidator();
  const callApi = useApi();
  const token = useSessionToken();
  // The catalogue calls a product by its game and its edition.
  const editionOf = ({ name, gameName }: BasketItem) => editionName(name.replace(`${gameName} — `, ''), language);
  if (!methods) {
    return (
      <ErrorState
        title={t('methods-failed')}
        onRetry={revalidate}
        action={<ButtonLink to="/cart">{t('back-to-cart')}</ButtonLink>}
      />
    );
  }
  return (
    <PaymentView
      // A guest who signs in pays for the basket of the account.
      key={token}
      isMember={isMember}
      wanted={wanted}
      methods={methods}
      rules={rules}
      countries={countries}
      editionOf={editionOf}
      settleCart={() => settleCart(callApi)}
      // The items are in the payment. If they stayed here, they would be added to the next basket.
      onCartPaid={() => readToken() === token && writeSlice(EMPTY_SLICE)}
      onTermsChanged={revalidate}
    />
  );
}
