type VariantRule = {
  readonly aspect: readonly [width: number, height: number];
  readonly widths: readonly number[];
};

/** Every picture the store may ask for; nothing outside this table is rendered. */
export const VARIANTS = {
  poster: { aspect: [3, 4], widths: [200, 300, 400, 600] },
  frame: { aspect: [16, 9], widths: [320, 640, 960, 1280] },
  hero: { aspect: [21, 9], widths: [640, 1280, 1920] },
  tall: { aspect: [4, 5], widths: [360, 540, 680, 840] },
  'gallery-1': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-2': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-3': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-4': { aspect: [16, 9], widths: [320, 640, 1280] },
  share: { aspect: [1200, 630], widths: [1200] },
} as const satisfies Record<string, VariantRule>;

export type ArtVariant = keyof typeof VARIANTS;

const ART_FORMATS = ['avif', 'webp', 'png'] as const;
export type ArtFormat = (typeof ART_FORMATS)[number];

type ArtPicture = {
  readonly variant: ArtVariant;
  readonly width: number;
  readonly height: number;
  readonly format: ArtFormat;
};

const isVariant = (text: string): text is ArtVariant => Object.hasOwn(VARIANTS, text);

export function variantSize(variant: ArtVariant, width: number): { width: number; height: number } {
  const [across, down] = VARIANTS[variant].aspect;
  return { width, height: Math.round((width * down) / across) };
}

/** Reads "poster-400.avif", the file name in an address. Undefined for anything that is not in the table. */
export function parseVariant(fileName: string): ArtPicture | undefined {
  const [, variant, digits, extension] = /^([a-z]+(?:-[1-4])?)-([1-9]\d{2,3})\.([a-z]{3,4})$/.exec(fileName) ?? [];
  if (!variant || !isVariant(variant)) return undefined;
  const rule: VariantRule = VARIANTS[variant];
  const width = Number(digits);
  const format = ART_FORMATS.find((known) => known === extension);
  if (!format || !rule.widths.includes(width)) return undefined;
  return { variant, ...variantSize(variant, width), format };
}

/** The file name that `parseVariant` reads. */
export const variantFileName = (variant: ArtVariant, width: number, format: ArtFormat): string =>
  `${variant}-${width}.${format}`;
