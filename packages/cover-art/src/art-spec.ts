export const ART_MOTIFS = ['ridges', 'orbit', 'shards', 'horizon', 'contour', 'hex', 'guilloche'] as const;
export type ArtMotif = (typeof ART_MOTIFS)[number];

/** Describes a picture. The same description always draws the same picture. */
export type ArtSpec = {
  readonly name: string;
  /** A short line above the title, such as "PC · STEAM"; may be empty. */
  readonly label: string;
  readonly motif: ArtMotif;
  /** Degrees on the usual colour wheel; the nearest palette is used. */
  readonly hue: number;
};
