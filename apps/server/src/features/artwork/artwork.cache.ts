import type { ArtSpec } from './artwork.stage.ts';
export interface ArtCache {
  get(spec: ArtSpec, variant: string, width: number, format: string): Promise<Buffer>;
  warm(specs: ArtSpec[], onProgress: () => void, signal: AbortSignal): Promise<void>;
}
export function createArtCache(_o: { directory: string }): ArtCache {
  return { get: async () => Buffer.alloc(0), warm: async () => {} };
}
