import { useSearchParams } from 'react-router';
import { SignInFirst } from '~/components/sign-in-first.tsx';
import { OrderReceipt } from '~/features/orders/order-receipt.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import type { Route } from './+types/payment-receipt';

export const handle = { texts: preloadTexts('orders'), parameters: ['order'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/payment/receipt', 'payment-receipt-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function PaymentReceipt() {
  const { t } = useTranslation('orders');
  const [search] = useSearchParams();
  const isSignedIn = useIsSignedIn();
  if (isSignedIn === false) return <SignInFirst text={t('sign-in-to-see')} />;
  return <OrderReceipt orderId={search.get('order') ?? ''} />;
}
