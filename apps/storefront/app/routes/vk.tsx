import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { readSignInReturn } from '~/features/sign-in/return-address.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/vk';

export const handle = {
  texts: preloadTexts('sign-in'),
  parameters: ['code', 'state', 'device_id', 'error'],
} satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/vk', 'sign-in-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** VK redirects here; the sign-in return handler does the rest. Without a response of VK it redirects home. */
export default function Vk() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!readSignInReturn(location)) void navigate('/', { replace: true });
  }, [navigate]);
  return null;
}
