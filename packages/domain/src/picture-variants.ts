/** Every picture that the store may ask for, in its widths: …/{variant}-{width}.{format}. The server makes no other. */
export const PICTURE_VARIANTS = {
  poster: { aspect: [3, 4], widths: [200, 300, 400, 600] },
  frame: { aspect: [16, 9], widths: [320, 640, 960, 1280] },
  hero: { aspect: [21, 9], widths: [640, 1280, 1920] },
  tall: { aspect: [4, 5], widths: [360, 540, 680, 840] },
  'gallery-1': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-2': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-3': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-4': { aspect: [16, 9], widths: [320, 640, 1280] },
  share: { aspect: [1200, 630], widths: [1200] },
} as const satisfies Record<string, { aspect: readonly [width: number, height: number]; widths: readonly number[] }>;

export type PictureVariant = keyof typeof PICTURE_VARIANTS;

export const PICTURE_FORMATS = ['avif', 'webp', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Whether the name is one of a variant. */
export const isPictureVariant = (name: string): name is PictureVariant => Object.hasOwn(PICTURE_VARIANTS, name);
