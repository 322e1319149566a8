import sharp from 'sharp';

const SIZE = 640;

/** A PNG file of one colour. */
export const drawPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: SIZE, height: SIZE, channels: 3, background } })
    .png()
    .toBuffer();
