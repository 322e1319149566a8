import { createNoise, fractal } from './noise.ts';
import type { Stage } from './stage.ts';
import { circle, curve, dots, ellipse, num, type Point, path, rect } from './svg.ts';

/** The sky of a landscape, lightest at the horizon. */
export function sky(stage: Stage, bottom = stage.horizon): string {
  const { w, h, palette, second, paint, mood } = stage;
  const tones = mood === 'dusk' ? [0.26, 0.47, 0.7, 0.86] : [0.06, 0.17, 0.33, 0.52];
  const [top = 0, upper = 0, lower = 0, foot = 0] = tones;
  const air = paint.linear(
    [0, 0],
    [0, bottom],
    [
      [0, palette.at(top)],
      [0.42, palette.at(upper)],
      [0.8, second.at(lower)],
      [1, second.at(foot)],
    ],
  );
  return rect(0, 0, w, h, { fill: air });
}

/** The dark background of abstract motifs, lit from the position of the subject. */
export function chamber(stage: Stage, brightness = 0.5, reach = 820): string {
  const { w, h, x, y, u, palette, second, paint } = stage;
  // Upright gradients are nearly free in librsvg; slanted and round ones cost milliseconds for each screenful.
  const base = paint.linear(
    [0, 0],
    [0, h],
    [
      [0, palette.at(0.18)],
      [0.55, palette.at(0.1)],
      [1, palette.at(0.03)],
    ],
  );
  const light = paint.radial([x, y], reach * u, [
    [0, second.at(brightness + 0.14)],
    [0.35, second.at(brightness - 0.06), 0.7],
    [0.7, palette.at(Math.max(0.16, brightness - 0.24)), 0.4],
    [1, palette.at(0.14), 0],
  ]);
  return rect(0, 0, w, h, { fill: base }) + circle(x, y, reach * u, { fill: light });
}

export function stars(stage: Stage, bottom: number, count: number): string {
  const { w, detail, palette } = stage;
  const scatter = (amount: number): Point[] =>
    Array.from({ length: Math.round((amount * w) / 900) }, (): Point => {
      const height = detail.next();
      return [detail.range(0, w), bottom * height * (0.6 + 0.4 * height)];
    });
  return (
    dots(scatter(count * 0.62), 2.4, { stroke: palette.at(0.86), opacity: 0.5 }) +
    dots(scatter(count * 0.28), 3.8, { stroke: palette.at(0.95), opacity: 0.7 }) +
    dots(scatter(count * 0.1), 6, { stroke: '#fff', opacity: 0.9 })
  );
}

/** Long thin cloud banks lit from below. */
export function clouds(stage: Stage, top: number, bottom: number, count: number): string {
  const { w, detail, second, paint, mood } = stage;
  const noise = createNoise(detail);
  const light = second.at(mood === 'dusk' ? 0.95 : 0.66);
  let drawn = '';
  for (let bank = 0; bank < count; bank += 1) {
    const depth = (bank + 0.5) / count;
    const y = top + (bottom - top) * depth;
    const half = w * detail.range(0.16, 0.42);
    const centre = detail.range(0, w);
    const thick = detail.range(10, 30) * (1.25 - depth * 0.7);
    const upper: Point[] = [];
    const lower: Point[] = [];
    for (let step = 0; step <= 18; step += 1) {
      const along = (step / 18) * 2 - 1;
      const body = Math.sqrt(Math.max(0, 1 - along * along));
      const x = centre + along * half;
      upper.push([x, y - thick * body * (0.9 + 0.9 * fractal(noise, step * 0.5, bank * 7, 2))]);
      lower.push([x, y + thick * body * 0.28]);
    }
    const fill = paint.linear(
      [centre - half, 0],
      [centre + half, 0],
      [
        [0, light, 0],
        [0.45, light, 0.34],
        [1, light, 0],
      ],
    );
    drawn += path(curve([...upper, ...lower.reverse()], true), { fill });
  }
  return drawn;
}

/** Curtains of light: narrow rays along a winding line, each fading upwards. */
export function aurora(stage: Stage, foot: number, height: number): string {
  const { w, u, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const ray = paint.across(
    [0, 1],
    [0, 0],
    [
      [0, palette.accent, 0],
      [0.12, palette.accent, 0.5],
      [0.4, palette.at(0.68), 0.26],
      [1, palette.at(0.5), 0],
    ],
  );
  const wide = 15 * u;
  let drawn = '';
  for (let ribbon = 0; ribbon < 2; ribbon += 1) {
    for (let x = -wide; x < w; x += wide) {
      const sway = fractal(noise, x / (330 * u) + ribbon * 5, ribbon * 3, 2);
      const tall = height * (0.5 + 0.35 * noise(x / (36 * u), ribbon * 9) + 0.3 * Math.abs(sway));
      const y = foot - ribbon * height * 0.3 + sway * height * 0.5;
      drawn += rect(x, y - tall, wide * 1.25, tall, { fill: ray, opacity: 0.95 - ribbon * 0.35 });
    }
  }
  return drawn;
}

/** Two soft clouds of gas, for space. */
export function nebula(stage: Stage): string {
  const { w, h, detail, palette, paint } = stage;
  let drawn = '';
  for (let cloud = 0; cloud < 4; cloud += 1) {
    const x = detail.range(0, w);
    const y = detail.range(0, h * 0.8);
    const rx = detail.range(240, 480);
    const tone = detail.range(0.28, 0.55);
    const fill = paint.radial([0, 0], rx, [
      [0, palette.at(tone), 0.46],
      [0.5, palette.at(tone), 0.16],
      [1, palette.at(tone), 0],
    ]);
    const turn = `translate(${num(x)} ${num(y)}) rotate(${num(detail.range(-50, 50))}) scale(1 ${detail.range(0.3, 0.6).toFixed(2)})`;
    drawn += ellipse(0, 0, rx, rx, { fill, transform: turn });
  }
  return drawn;
}
