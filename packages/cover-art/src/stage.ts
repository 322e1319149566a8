import { PICTURE_VARIANTS, type PictureVariant } from '@oyna/domain/picture-variants';
import type { ArtSpec } from './art-spec.ts';
import { choosePalette, type Palette, partnerHue } from './palette.ts';
import { createRandom, type Random } from './random.ts';
import { createPaint, type Paint } from './svg.ts';

/** The camera of a variant: the position of the subject, the zoom, and where the picture is darkened for text. */
type Camera = {
  readonly focus: readonly [x: number, y: number];
  /** How far the seed may move the subject sideways, as a share of the width. */
  readonly sway: number;
  readonly zoom: number;
  readonly horizon: number;
  readonly shade: 'corner' | 'foot' | 'none';
  /** Gallery pictures show other places of the same world. */
  readonly step: number;
  /** `swapped` is the other time of day with the two hues exchanged. */
  readonly time: 'own' | 'other' | 'swapped';
};

const CAMERAS: Record<PictureVariant, Camera> = {
  poster: { focus: [0.5, 0.42], sway: 0.08, zoom: 1, horizon: 0.58, shade: 'none', step: 0, time: 'own' },
  frame: { focus: [0.5, 0.46], sway: 0.1, zoom: 1, horizon: 0.62, shade: 'none', step: 0, time: 'own' },
  hero: { focus: [0.69, 0.46], sway: 0.03, zoom: 1.05, horizon: 0.62, shade: 'corner', step: 0, time: 'own' },
  tall: { focus: [0.5, 0.34], sway: 0.1, zoom: 1.02, horizon: 0.5, shade: 'foot', step: 0, time: 'own' },
  'gallery-1': { focus: [0.36, 0.5], sway: 0.04, zoom: 1.7, horizon: 0.7, shade: 'none', step: 0, time: 'swapped' },
  'gallery-2': { focus: [0.62, 0.46], sway: 0.1, zoom: 1.05, horizon: 0.64, shade: 'none', step: 1, time: 'own' },
  'gallery-3': { focus: [0.4, 0.46], sway: 0.08, zoom: 1.2, horizon: 0.6, shade: 'none', step: 2, time: 'other' },
  'gallery-4': { focus: [0.66, 0.44], sway: 0.1, zoom: 0.9, horizon: 0.6, shade: 'none', step: 3, time: 'swapped' },
  share: { focus: [0.72, 0.45], sway: 0.03, zoom: 1.05, horizon: 0.62, shade: 'corner', step: 0, time: 'own' },
};

export type Stage = {
  readonly w: number;
  readonly h: number;
  /** The position of the subject. */
  readonly x: number;
  readonly y: number;
  /** One unit at the camera's zoom; the shorter side of every stage is about 900 of them. */
  readonly u: number;
  readonly horizon: number;
  readonly mood: 'night' | 'dusk';
  readonly shade: Camera['shade'];
  /** Chooses among the styles of a motif that has several. */
  readonly style: number;
  /** How many places further than the main picture this one is. */
  readonly step: number;
  readonly palette: Palette;
  /** The second hue: what gives light. */
  readonly second: Palette;
  /** Gives the same values for every picture of one product. It decides what the scene is. */
  readonly world: Random;
  /** Gives the same values for the main pictures and new ones for each gallery picture. It decides where things are. */
  readonly detail: Random;
  readonly paint: Paint;
};

const SHORT_SIDE = 900;

/** Colours without drawing: what the placeholder needs. */
export function lookOf(spec: ArtSpec): Pick<Stage, 'palette' | 'second' | 'mood'> {
  const random = createRandom(spec.name, spec.motif, 'look');
  const main = choosePalette(spec.hue, random.range(-7, 7), random.range(0.9, 1.08));
  const mood = random.chance(0.45) ? 'dusk' : 'night';
  const second = choosePalette(partnerHue(spec.hue, random.chance(0.5) ? 1 : 0), random.range(-5, 5));
  return { palette: { ...main, accent: second.accent }, second, mood };
}

export function setStage(spec: ArtSpec, variant: PictureVariant): Stage {
  const camera = CAMERAS[variant];
  const [across, down] = PICTURE_VARIANTS[variant].aspect;
  const scale = SHORT_SIDE / Math.min(across, down);
  const w = across * scale;
  const h = down * scale;
  const { palette, second, mood } = lookOf(spec);
  const place = createRandom(spec.name, spec.motif, 'place');
  const style = place.int(0, 1_000_000);
  const side = place.range(-1, 1);
  return {
    w,
    h,
    x: w * (camera.focus[0] + camera.sway * side),
    y: h * camera.focus[1],
    u: camera.zoom,
    horizon: h * camera.horizon,
    mood: camera.time === 'own' ? mood : mood === 'dusk' ? 'night' : 'dusk',
    shade: camera.shade,
    style,
    step: camera.step,
    ...(camera.time === 'swapped' ? { palette: second, second: palette } : { palette, second }),
    world: createRandom(spec.name, spec.motif, 'world'),
    detail: createRandom(spec.name, spec.motif, variant.startsWith('gallery') ? variant : 'main'),
    paint: createPaint(),
  };
}
