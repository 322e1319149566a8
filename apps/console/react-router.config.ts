import type { Config } from '@react-router/dev/config';
import { compressFiles } from '../../packages/ui/vite/compress-files.ts';

export default {
  // The console is a set of files. The server adds the hashes of the scripts in the page to the content policy.
  ssr: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
