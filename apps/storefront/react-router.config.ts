import type { Config } from '@react-router/dev/config';
import { compressFiles } from '../../packages/ui/vite/compress-files.ts';

export default {
  ssr: true,
  // The whole route table is a small file with a long life; asking for it piece by piece would cost a request per link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
