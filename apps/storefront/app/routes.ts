import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The route table of spec §2, in its order. */
export default [
  index('routes/home.tsx'),
  route('catalog', 'routes/catalog.tsx'),
  route('catalog/:id', 'routes/catalog-game.tsx'),
  route('games', 'routes/games.tsx'),
  route('subscribes', 'routes/subscribes.tsx'),
  route('discounts', 'routes/discounts.tsx'),
  route('categories', 'routes/categories.tsx'),
  route('services', 'routes/services.tsx'),
  route('menu', 'routes/menu.tsx'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('sitemap-pages.xml', 'routes/sitemap-pages.ts'),
  route('sitemap-categories.xml', 'routes/sitemap-categories.ts'),
  route('sitemap-games.xml', 'routes/sitemap-games.ts'),
  route('manifest.webmanifest', 'routes/manifest.ts'),
  route('dev/ui', 'routes/dev-ui.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
