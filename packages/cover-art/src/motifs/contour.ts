import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, curve, dots, group, type Point, path, rect } from '../svg.ts';
import { current, pulse, silk } from './contour-waves.ts';

/** One height line around the subject: a circle pulled about by noise that changes slowly from line to line. */
function lineAround(
  stage: Stage,
  noise: ReturnType<typeof createNoise>,
  r: number,
  level: number,
  rough: number,
): Point[] {
  const { x, y } = stage;
  const steps = 44;
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * Math.PI * 2;
    const pull = fractal(noise, Math.cos(angle) * 1.25 + 40 + level * 0.35, Math.sin(angle) * 1.25 + level * 0.2, 3);
    const reach = r * (1 + rough * pull);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.94];
  });
}

/** Sheets of cut paper, one below the other, down to a light. */
export function paper(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const sheets = world.int(7, 9);
  const rough = world.range(0.42, 0.75);
  const far = Math.hypot(w, h) * 0.5;
  const inward = world.chance(0.7);
  const tone = (share: number): number => (inward ? 0.1 + 0.78 * share ** 1.15 : 0.62 - 0.54 * share);
  let drawn = rect(0, 0, w, h, { fill: palette.at(tone(0)) });
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const share = sheet / sheets;
    const r = far * (1 - share) ** 0.9 + 62 * u;
    const d = curve(lineAround(stage, noise, r, share * 1.6, rough * (1 - share * 0.35)), true);
    const own = tone(share);
    const fill = paint.linear(
      [x - r, y - r],
      [x + r, y + r],
      [
        [0, palette.at(own - 0.06)],
        [1, palette.at(own + 0.06)],
      ],
    );
    // The sheet above throws its shadow: the same edge, a little aside, three times as softly.
    for (const [move, strength] of [
      [26, 0.1],
      [16, 0.13],
      [8, 0.16],
    ] as const) {
      if (!inward)
        drawn += path(d, { fill: palette.at(0.01), opacity: strength, transform: `translate(${move * 0.4} ${move})` });
    }
    drawn += path(d, { fill });
    if (inward) {
      const soft = [
        [44, 0.08],
        [26, 0.1],
        [12, 0.16],
      ] as const;
      const shadow = soft.map(([thick, strength]) =>
        path(d, { fill: 'none', stroke: palette.at(0.01), 'stroke-width': thick * u, opacity: strength }),
      );
      drawn += group(shadow.join(''), { 'clip-path': paint.clip(path(d, {})) });
    }
    drawn += path(d, { fill: 'none', stroke: palette.at(Math.min(1, own + 0.2)), 'stroke-width': 2, opacity: 0.55 });
  }
  if (inward) drawn += glow(stage, x, y, 330 * u, 0.97, 0.75);
  return drawn;
}

/** A survey map: fine lines, every fifth one strong, with a mark at the summit. */
export function survey(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const rough = world.range(0.38, 0.62);
  const lines = 30;
  const far = Math.hypot(w, h) * 0.62;
  const fade = paint.radial([x, y], far, [
    [0, palette.at(0.99)],
    [0.3, palette.at(0.82), 0.95],
    [0.7, palette.at(0.62), 0.55],
    [1, palette.at(0.5), 0.16],
  ]);
  let fine = '';
  let strong = '';
  let fills = '';
  for (let index = lines; index >= 1; index -= 1) {
    const share = index / lines;
    const d = curve(lineAround(stage, noise, 34 * u + far * share ** 1.15, share * 1.5, rough), true);
    if (index % 5 === 0) {
      strong += d;
      fills += path(d, { fill: palette.at(0.62), opacity: 0.1 });
    } else fine += d;
  }
  const marks: Point[] = Array.from({ length: 26 }, () => [detail.range(0, w), detail.range(0, h * 0.75)]);
  return (
    chamber(stage, 0.48, 760) +
    fills +
    path(fine, { fill: 'none', stroke: fade, 'stroke-width': 1.9 * u, opacity: 0.8 }) +
    path(strong, { fill: 'none', stroke: fade, 'stroke-width': 4.4 * u }) +
    dots(marks, 7, { stroke: palette.accent, opacity: 0.5 }) +
    glow(stage, x, y, 210 * u, 1, 0.6) +
    circle(x, y, 11 * u, { fill: '#fff' }) +
    circle(x, y, 30 * u, { fill: 'none', stroke: '#fff', 'stroke-width': 3 * u, opacity: 0.7 })
  );
}

export const contour = [paper, survey, pulse, silk, current] as const;
