import { createHash } from 'node:crypto';
import type { ArtSpec } from './art-spec.ts';
import { lookOf } from './stage.ts';

/** Raise it whenever the same spec would draw another picture: addresses change and browsers fetch anew. */
const GENERATOR_VERSION = 2;

/** Names the picture: it goes into addresses and cache paths, so a change of the spec needs no purge. */
export function artHash(spec: ArtSpec): string {
  const words = JSON.stringify([GENERATOR_VERSION, spec.name, spec.label, spec.motif, spec.hue]);
  return createHash('sha256').update(words).digest('hex').slice(0, 20);
}

/** What to show until the picture is there: the middle of its own air. */
export function dominantColor(spec: ArtSpec): string {
  const { palette, mood } = lookOf(spec);
  return palette.at(mood === 'dusk' ? 0.34 : 0.24);
}
