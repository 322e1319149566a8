import type { UIMatch } from 'react-router';
import type { RouteTexts } from './i18n/namespaces.ts';

/** What a route tells its surroundings: `export const handle = { texts: ['product'], hideBottomBar: true }`. */
export interface RouteHandle extends RouteTexts {
  /** Pages with a bar of their own at the bottom of a phone: product, top-up, cart, payment. */
  hideBottomBar?: boolean;
}

export function hidesBottomBar(matches: readonly Pick<UIMatch, 'handle'>[]): boolean {
  return matches.some(({ handle }) => (handle as RouteHandle | undefined)?.hideBottomBar);
}
