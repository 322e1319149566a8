import type { cropPicture } from '@oyna/cover-art/crop';
import type { renderArt } from '@oyna/cover-art/render';
import { createThreadWorker } from '../../platform/worker-thread.ts';
import type { DrawOrder } from './artwork.thread.ts';

const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

/** `renderArt` and `cropPicture` in a separate thread that ends when idle: a store usually has all its pictures. */
export function drawInThread(): { render: typeof renderArt; crop: typeof cropPicture } {
  const draw = createThreadWorker<DrawOrder, Uint8Array>(new URL('./artwork.thread.ts', import.meta.url), LIMITS);
  return {
    render: async (...order) => bufferOf(await draw({ draw: order })),
    crop: async (...order) => bufferOf(await draw({ crop: order })),
  };
}

/** The same bytes, not a copy: what a thread posts arrives as a plain array. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
