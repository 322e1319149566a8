import { createHash } from 'node:crypto';
import type { ArtSpec } from './art-spec.ts';
import { lookOf } from './stage.ts';

/** Increase it when the same spec would draw another picture. Addresses then change, and browsers load the new ones. */
const GENERATOR_VERSION = 2;

/** Names the picture: it goes into addresses and cache paths, so a change of the spec needs no purge. */
export function artHash(spec: ArtSpec): string {
  const words = JSON.stringify([GENERATOR_VERSION, spec.name, spec.label, spec.motif, spec.hue]);
  return createHash('sha256').update(words).digest('hex').slice(0, 20);
}

/** The placeholder colour until the picture has loaded: the middle tone of its background. */
export function dominantColor(spec: ArtSpec): string {
  const { palette, mood } = lookOf(spec);
  return palette.at(mood === 'dusk' ? 0.34 : 0.24);
}
