import { useSearchParams } from 'react-router';
import { SignInFirst } from '~/components/sign-in-first.tsx';
import { openCart } from '~/features/cart/open-cart.ts';
import { OrderResult } from '~/features/orders/order-result.tsx';
import { ResultSkeleton } from '~/features/orders/result-skeleton.tsx';
import { useApi } from '~/lib/browser-api.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import type { Route } from './+types/payment-result';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('orders', 'gifts'), parameters: ['order'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/payment/result', 'payment-result-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** Providers redirect here; mails and the history link to it. */
export default function PaymentResult() {
  const { t } = useTranslation('orders');
  const [search] = useSearchParams();
  const isSignedIn = useIsSignedIn();
  const callApi = useApi();
  const refreshCart = () => {
    openCart(callApi)
      .then((cart) => cart.refresh())
      .catch((error: unknown) => logFailure('the cart did not come', error));
  };
  return (
    <div className={styles.page}>
      <h1>{t('order')}</h1>
      {isSignedIn === undefined && <ResultSkeleton />}
      {/* A link from a mail may be opened anywhere. */}
      {isSignedIn === false && <SignInFirst text={t('sign-in-to-see')} />}
      {isSignedIn && <OrderResult orderId={search.get('order') ?? undefined} onSettled={refreshCart} />}
    </div>
  );
}
