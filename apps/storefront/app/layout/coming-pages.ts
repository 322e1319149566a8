/** Pages of the route table (spec §2) that are not open yet. Once one has a route, nobody asks this list about it. */
const COMING = new Set(['/steam', '/pubg', '/replenishment-history']);

export function isComing(pathname: string): boolean {
  return COMING.has(pathname.replace(/\/+$/, ''));
}
