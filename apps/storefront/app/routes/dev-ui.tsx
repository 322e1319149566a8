import { data } from 'react-router';
import { Checkout } from '~/features/dev-ui/checkout.tsx';
import { Controls } from '~/features/dev-ui/controls.tsx';
import { Feedback } from '~/features/dev-ui/feedback.tsx';
import { Fields } from '~/features/dev-ui/fields.tsx';
import { Pictures } from '~/features/dev-ui/pictures.tsx';
import { Swatches } from '~/features/dev-ui/swatches.tsx';
import { Wayfinding } from '~/features/dev-ui/wayfinding.tsx';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/dev-ui';
import styles from './dev-ui.module.css';

/** Every component in every state, for developers. 404 in production. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services } = openPage(args);
  if (services.production) throw data({ code: 'not-found', requestId: undefined }, { status: 404 });
  const games = await optional(api.GET('/api/v1/game', { params: { query: { pageNumber: 1, pageSize: 8 } } }));
  return {
    pictures: (games?.items ?? []).map(({ images, color, name }) => ({ address: images.poster, colour: color, name })),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'UI' }, { name: 'robots', content: 'noindex' }];

export default function DevUi({ loaderData: { pictures } }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <h1>UI</h1>
      <Swatches />
      <Controls />
      <Fields />
      <Feedback />
      <Checkout />
      <Wayfinding />
      <Pictures pictures={pictures} />
    </div>
  );
}
