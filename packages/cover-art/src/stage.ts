import type { ArtSpec } from './art-spec.ts';
import { choosePalette, type Palette } from './palette.ts';
import { createRandom, type Random } from './random.ts';
import { createPaint, type Paint } from './svg.ts';
import { type ArtVariant, VARIANTS } from './variants.ts';

/** How a variant looks at the world: where the subject stands, how near, and what must stay calm. */
type Camera = {
  readonly focus: readonly [x: number, y: number];
  /** How far the seed may move the subject sideways, as a share of the width. */
  readonly sway: number;
  readonly zoom: number;
  readonly horizon: number;
  readonly shade: 'title' | 'corner' | 'foot' | 'none';
  /** Gallery pictures walk on to another view of the same world. */
  readonly step: number;
  readonly otherMood: boolean;
};

const CAMERAS: Record<ArtVariant, Camera> = {
  poster: { focus: [0.5, 0.35], sway: 0.15, zoom: 1, horizon: 0.53, shade: 'title', step: 0, otherMood: false },
  frame: { focus: [0.5, 0.44], sway: 0.1, zoom: 1, horizon: 0.66, shade: 'none', step: 0, otherMood: false },
  hero: { focus: [0.69, 0.45], sway: 0.03, zoom: 1.05, horizon: 0.66, shade: 'corner', step: 0, otherMood: false },
  tall: { focus: [0.5, 0.34], sway: 0.1, zoom: 1.02, horizon: 0.52, shade: 'foot', step: 0, otherMood: false },
  'gallery-1': { focus: [0.34, 0.45], sway: 0.04, zoom: 1.3, horizon: 0.62, shade: 'none', step: 0, otherMood: false },
  'gallery-2': { focus: [0.6, 0.42], sway: 0.1, zoom: 1, horizon: 0.68, shade: 'none', step: 1, otherMood: true },
  'gallery-3': { focus: [0.64, 0.52], sway: 0.04, zoom: 1.85, horizon: 0.74, shade: 'none', step: 0, otherMood: true },
  'gallery-4': { focus: [0.42, 0.42], sway: 0.1, zoom: 0.92, horizon: 0.6, shade: 'none', step: 2, otherMood: false },
  share: { focus: [0.72, 0.45], sway: 0.03, zoom: 1.05, horizon: 0.64, shade: 'corner', step: 0, otherMood: false },
};

export type Stage = {
  readonly w: number;
  readonly h: number;
  /** Where the subject stands. */
  readonly x: number;
  readonly y: number;
  /** One unit at the camera's zoom; the shorter side of every stage is about 900 of them. */
  readonly u: number;
  readonly horizon: number;
  readonly mood: 'night' | 'dusk';
  readonly shade: Camera['shade'];
  readonly style: number;
  readonly palette: Palette;
  /** Draws alike for every picture of one product: what the world is. */
  readonly world: Random;
  /** Draws alike for the main pictures and anew for each gallery picture: where things happen to stand. */
  readonly detail: Random;
  readonly paint: Paint;
};

const SHORT_SIDE = 900;

/** Colours without drawing: what the placeholder needs. */
export function lookOf(spec: ArtSpec): { palette: Palette; mood: Stage['mood'] } {
  const random = createRandom(spec.name, spec.motif, 'look');
  const palette = choosePalette(spec.hue, random.range(-7, 7), random.range(0.9, 1.08));
  return { palette, mood: random.chance(0.45) ? 'dusk' : 'night' };
}

export function setStage(spec: ArtSpec, variant: ArtVariant): Stage {
  const camera = CAMERAS[variant];
  const [across, down] = VARIANTS[variant].aspect;
  const scale = SHORT_SIDE / Math.min(across, down);
  const w = across * scale;
  const h = down * scale;
  const { palette, mood } = lookOf(spec);
  const place = createRandom(spec.name, spec.motif, 'place');
  const style = place.int(0, 1_000_000) + camera.step;
  const side = place.range(-1, 1);
  return {
    w,
    h,
    x: w * (camera.focus[0] + camera.sway * side),
    y: h * camera.focus[1],
    u: camera.zoom,
    horizon: h * camera.horizon,
    mood: camera.otherMood ? (mood === 'dusk' ? 'night' : 'dusk') : mood,
    shade: camera.shade,
    style,
    palette,
    world: createRandom(spec.name, spec.motif, 'world'),
    detail: createRandom(spec.name, spec.motif, variant.startsWith('gallery') ? variant : 'main'),
    paint: createPaint(),
  };
}
