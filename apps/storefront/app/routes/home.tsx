import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/home';

export async function loader(args: Route.LoaderArgs) {
  const { api } = openPage(args);
  return { groups: await optional(api.GET('/api/v1/Recomendation')) };
}
export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return <h1>{t('home')} {loaderData.groups?.length}</h1>;
}
