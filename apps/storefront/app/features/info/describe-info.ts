import { describePage } from '~/lib/described-page.ts';
import type { PageTools } from '~/lib/page.server.ts';

/** A page about the store: its title names the store, too. */
export function describeInfo(tools: PageTools, page: Parameters<typeof describePage>[1]) {
  const { storeName } = tools.services;
  const title = tools.texts('info-meta')('title', { title: page.title, storeName });
  return describePage(tools, { ...page, title });
}
