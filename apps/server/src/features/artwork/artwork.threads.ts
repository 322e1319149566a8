import type { renderArt } from '@oyna/cover-art/render';
import { createThreadWorker } from '../../platform/worker-thread.ts';

const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

/** `renderArt` in a thread of its own: most of the time a store has all its pictures. */
export function drawInThread(): typeof renderArt {
  const draw = createThreadWorker<Parameters<typeof renderArt>, Uint8Array>(
    new URL('./artwork.thread.ts', import.meta.url),
    LIMITS,
  );
  return async (...order) => bufferOf(await draw(order));
}

/** The same bytes, not a copy: what a thread posts arrives as a plain array. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
