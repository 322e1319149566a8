import type { ArtMotif, Stage } from './artwork.stage.ts';
import { contour } from './motifs/artwork.contour.ts';
import { guilloche } from './motifs/artwork.guilloche.ts';
import { hex } from './motifs/artwork.hex.ts';
import { horizon } from './motifs/artwork.horizon.ts';
import { orbit } from './motifs/artwork.orbit.ts';
import { ridges } from './motifs/artwork.ridges.ts';
import { shards } from './motifs/artwork.shards.ts';

/** A style draws one way of seeing a motif; the seed chooses, so that thirty products of a motif do not look like one. */
type Style = (stage: Stage) => string;

export const MOTIFS: Record<ArtMotif, readonly Style[]> = { ridges, orbit, shards, horizon, contour, hex, guilloche };
