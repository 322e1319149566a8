import type { ArtSpec } from './art-spec.ts';
import type { Typefaces } from './font.ts';
import { type Lettering, posterLettering, shareLettering } from './lettering.ts';
import { MOTIFS } from './motifs.ts';
import { type Stage, setStage } from './stage.ts';
import { rect, type Stop, tag } from './svg.ts';
import { type ArtVariant, variantSize } from './variants.ts';

const whole = (stage: Stage, fill: string): string => rect(0, 0, stage.w, stage.h, { fill });

/** Where words will stand it grows dark and calm. */
function shade(stage: Stage, lettering: Lettering | undefined): string {
  const { w, h, palette, paint } = stage;
  const ink = palette.at(0.03);
  switch (stage.shade) {
    case 'title': {
      const top = lettering?.top ?? h;
      return whole(
        stage,
        paint.linear(
          [0, top - 300],
          [0, h],
          [
            [0, ink, 0],
            [(200 / (h - top + 300)) * 0.8, ink, 0.3],
            [Math.min(0.9, 330 / (h - top + 300)), ink, 0.66],
            [1, ink, 0.9],
          ],
        ),
      );
    }
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

/** The whole picture as SVG. No word of the spec reaches the markup: text only chooses numbers and outlines. */
export function composeScene(spec: ArtSpec, variant: ArtVariant, width: number, faces: Typefaces): string {
  const stage = setStage(spec, variant);
  const styles = MOTIFS[spec.motif];
  const draw = styles[stage.style % styles.length];
  const write = { poster: posterLettering, share: shareLettering }[variant as string];
  const lettering = write?.(stage, spec, faces);
  const drawn = (draw?.(stage) ?? '') + vignette(stage) + shade(stage, lettering) + (lettering?.markup ?? '');
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
