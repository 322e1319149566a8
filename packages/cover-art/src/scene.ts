import type { PictureVariant } from '@oyna/domain/picture-variants';
import type { ArtSpec } from './art-spec.ts';
import type { Typefaces } from './font.ts';
import { shareLettering } from './lettering.ts';
import { placeOf } from './motifs.ts';
import { type Stage, setStage } from './stage.ts';
import { rect, type Stop, tag } from './svg.ts';
import { variantSize } from './variants.ts';

const whole = (stage: Stage, fill: string): string => rect(0, 0, stage.w, stage.h, { fill });

/** Darkens the area where text is placed, so that the text is readable. */
function shade(stage: Stage): string {
  const { w, h, palette, paint } = stage;
  const ink = palette.at(0.03);
  switch (stage.shade) {
    case 'foot':
      return whole(
        stage,
        paint.linear(
          [0, h * 0.44],
          [0, h],
          [
            [0, ink, 0],
            [0.38, ink, 0.54],
            [0.7, ink, 0.84],
            [1, ink, 0.95],
          ],
        ),
      );
    case 'corner':
      return (
        whole(
          stage,
          paint.linear(
            [0, h * 0.8],
            [w * 0.6, h * 0.45],
            [
              [0, ink, 0.94],
              [0.5, ink, 0.72],
              [0.82, ink, 0.22],
              [1, ink, 0],
            ],
          ),
        ) +
        whole(
          stage,
          paint.linear(
            [0, h * 0.6],
            [0, h],
            [
              [0, ink, 0],
              [1, ink, 0.55],
            ],
          ),
        )
      );
    default:
      return '';
  }
}

/** Edges a little darker than the middle. */
function vignette(stage: Stage): string {
  const { w, h, palette, paint } = stage;
  const ink = palette.at(0.01);
  const ends = (dark: number): readonly Stop[] => [
    [0, ink, dark],
    [0.24, ink, 0],
    [0.76, ink, 0],
    [1, ink, dark],
  ];
  return whole(stage, paint.linear([0, 0], [w, 0], ends(0.3))) + whole(stage, paint.linear([0, 0], [0, h], ends(0.24)));
}

/** The whole picture as SVG. The markup contains no text of the spec: the text only selects numbers and outlines. */
export async function composeScene(
  spec: ArtSpec,
  variant: PictureVariant,
  width: number,
  faces: () => Promise<Typefaces>,
): Promise<string> {
  const stage = setStage(spec, variant);
  const draw = placeOf(spec.motif, stage);
  // Pages show the name beside every other picture.
  const words = variant === 'share' ? shareLettering(stage, spec, await faces()) : '';
  const drawn = draw(stage) + vignette(stage) + shade(stage) + words;
  const size = variantSize(variant, width);
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size.width,
      height: size.height,
      viewBox: `0 0 ${Math.round(stage.w * 100) / 100} ${Math.round(stage.h * 100) / 100}`,
      preserveAspectRatio: 'none',
    },
    stage.paint.definitions() + drawn,
  );
}
