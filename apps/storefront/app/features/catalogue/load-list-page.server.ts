import { data, type LoaderFunctionArgs } from 'react-router';
import { describePage } from '~/lib/described-page.ts';
import { openPage } from '~/lib/page.server.ts';
import { hasFilters } from './listing-filters.ts';
import { loadListing } from './load-listing.server.ts';
import { readListingQuery } from './read-listing.ts';

/** A page of one list of the catalogue, without a search. Without the list it answers 503 and offers to try again. */
export async function loadListPage(
  args: LoaderFunctionArgs,
  { path, list }: { path: string; list: 'discounts' | 'subscriptions' },
) {
  const tools = openPage(args);
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = tools.texts('listing')(list);
  const address = args.request.url;
  const asked = { ...readListingQuery(address), name: undefined, categoryname: undefined };
  const { query, shown, status } = await loadListing(tools, { path, address, query: asked, list });
  const described = describePage(tools, {
    path,
    title: meta(`title-${list}`, { storeName }),
    description: meta(`description-${list}`, { storeName }),
    noindex: hasFilters(query),
    trail: [{ text: title }],
  });
  return data({ ...described, title, query, ...shown }, { status });
}
