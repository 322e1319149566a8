import { Button } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { LogIn } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { openCart } from '~/features/cart/open-cart.ts';
import { OrderResult, ResultSkeleton } from '~/features/orders/order-result.tsx';
import { useApi } from '~/lib/browser-api.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import type { Route } from './+types/payment-result';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('orders'), parameters: ['order'] } satisfies RouteTexts;

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
      {isSignedIn === false && <SignInFirst />}
      {isSignedIn && <OrderResult orderId={search.get('order') ?? undefined} onSettled={refreshCart} />}
    </div>
  );
}

/** A link from a mail may be opened anywhere: the visitor stays here, signs in, and sees the order. */
function SignInFirst() {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const { pathname, search } = useLocation();
  const { ask } = useSignInPrompt();
  const askHere = () => ask(t('sign-in-to-see'), undefined, { kind: 'open', path: pathname + search });
  const askOnce = useEffectEvent(askHere);
  useEffect(() => askOnce(), []);
  return (
    <EmptyState
      icon={<LogIn size={32} />}
      text={t('sign-in-to-see')}
      action={
        <Button variant="primary" onClick={askHere}>
          {common('sign-in')}
        </Button>
      }
    />
  );
}
