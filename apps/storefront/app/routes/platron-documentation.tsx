import { loadLegalPage } from '~/features/info/legal-page.server.ts';
import { LegalPage } from '~/features/info/legal-page.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import type { Route } from './+types/platron-documentation';

export const handle = { texts: preloadTexts('legal') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => loadLegalPage(args, 'platron-documentation');

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

export default function PlatronDocumentation({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={loaderData} />;
}
