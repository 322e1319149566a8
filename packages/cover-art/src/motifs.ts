import type { ArtMotif } from './art-spec.ts';
import { contour } from './motifs/contour.ts';
import { guilloche } from './motifs/guilloche.ts';
import { hex } from './motifs/hex.ts';
import { horizon } from './motifs/horizon.ts';
import { orbit } from './motifs/orbit.ts';
import { ridges } from './motifs/ridges.ts';
import { shards } from './motifs/shards.ts';
import type { Stage } from './stage.ts';

/** A style draws one way of seeing a motif; the seed chooses, so that thirty products of a motif do not look like one. */
type Style = (stage: Stage) => string;

export const MOTIFS: Record<ArtMotif, readonly Style[]> = { ridges, orbit, shards, horizon, contour, hex, guilloche };
