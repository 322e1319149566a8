import { useSearchParams } from 'react-router';
import { CardPayment } from '~/features/payment/card-payment.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { openPage } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useSessionToken } from '~/lib/session/use-member-data.ts';
import { useBuyersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/payment-talk';

export const handle = { texts: preloadTexts('payment'), parameters: ['order'] } satisfies RouteTexts;

/** Test cards with a fixed result; for any other card the sandbox asks on its own page. */
const DEMO_CARDS = { good: '5555\u00a05555\u00a05555\u00a04444', bad: '4000\u00a00000\u00a00000\u00a00002' };

/** Always a full page load: only its content policy allows requests to TalkBank. */
export function loader(args: Route.LoaderArgs) {
  const { demo } = openPage(args).services;
  return { ...membersPage(args, '/payment-talk', 'payment-talk-page'), demo };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function PaymentTalk({ loaderData: { demo } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isMember = useBuyersPage();
  const orderId = search.get('order') ?? undefined;
  const token = useSessionToken();
  // The card form of a guest is not left to the account that signs in to this browser.
  return <CardPayment key={token} isMember={isMember} orderId={orderId} demoCards={demo ? DEMO_CARDS : undefined} />;
}
