/** Pages of the route table (spec §2) that are not open yet. Once one has a route, nobody asks this list about it. */
const COMING = new Set([
  '/about',
  '/cart',
  '/steam',
  '/pubg',
  '/payment',
  '/payment-talk',
  '/profile',
  '/edit-profile',
  '/favourites',
  '/history',
  '/replenishment-history',
  '/news',
  '/news-info',
  '/support',
  '/guarantee',
  '/user-agreement',
  '/policy',
  '/public-offer',
  '/platron-documentation',
]);

export function isComing(pathname: string): boolean {
  return COMING.has(pathname.replace(/\/+$/, ''));
}
