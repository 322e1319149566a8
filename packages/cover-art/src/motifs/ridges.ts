import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import type { Point } from '../svg.ts';
import { dunes } from './dunes.ts';
import { birds, pines, reflection, watchtower } from './landscape.ts';
import { mountainFaces, mountains } from './mountains.ts';
import { body, crestLine, haze, heavens, tone } from './range.ts';

export function alps(stage: Stage): string {
  const { h, u, horizon, world, palette, detail } = stage;
  const layers = world.int(4, 5);
  const tallest = world.range(300, 400) * u;
  const noise = createNoise(detail);
  let drawn = heavens(stage, horizon);
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const base = horizon + 60 * u + near ** 1.3 * (h - horizon) * 0.6;
    const tall = tallest * (0.95 - near * 0.55);
    const crest = mountains(stage, base, tall, layer);
    drawn += body(stage, crest, near);
    if (layer < layers - 1) drawn += mountainFaces(stage, crest, tone(stage, near), tall * 0.8);
    drawn += haze(stage, base - 90 * u, base + 120 * u, near);
  }
  const ground = crestLine(stage, 26, (x) => h * 0.9 + 40 * fractal(noise, x / 300, 99, 2));
  return drawn + pines(stage, ground, 130 * u, palette.at(0.02));
}

export function forest(stage: Stage): string {
  const { h, u, horizon, world, detail, palette } = stage;
  const noise = createNoise(detail);
  const layers = 5;
  let drawn = heavens(stage, horizon);
  if (world.chance(0.6)) drawn += birds(stage, horizon * 0.42);
  if (world.chance(0.6)) {
    const crest = mountains(stage, horizon + 40 * u, 260 * u, 9);
    drawn += body(stage, crest, 0) + mountainFaces(stage, crest, tone(stage, 0), 200 * u);
  }
  for (let layer = 0; layer < layers; layer += 1) {
    const near = (layer + 0.4) / (layers - 0.6);
    const base = horizon + near ** 1.25 * (h * 1.02 - horizon);
    const hill = crestLine(
      stage,
      22,
      (x) => base + (95 - 30 * near) * u * fractal(noise, x / (420 * u) + layer * 3.7, layer * 5, 3),
    );
    drawn +=
      pines(stage, hill, (56 + 220 * near ** 1.5) * u, palette.at(tone(stage, near) + 0.02)) +
      body(stage, hill, near, 0.26);
    if (near < 0.85) drawn += haze(stage, base - 20 * u, base + 150 * u, near * 0.6);
  }
  return drawn;
}

export function fjord(stage: Stage): string {
  const { u, horizon } = stage;
  const shore = horizon * 1.04;
  let above = heavens(stage, horizon);
  for (let layer = 0; layer < 3; layer += 1) {
    const near = layer / 3.2;
    const tall = (390 - 70 * layer) * u;
    const crest = mountains(stage, shore + 20 * u, tall, layer).map(([x, y]): Point => {
      const away = Math.min(1, Math.abs(x - stage.x) / (480 * u));
      const open = layer === 0 ? 1 : away ** 1.3;
      return [x, Math.min(shore, shore - (shore - y) * open)];
    });
    above += body(stage, crest, near) + mountainFaces(stage, crest, tone(stage, near), tall * 0.75);
    above += haze(stage, shore - 120 * u, shore + 30 * u, near);
  }
  return reflection(stage, above, shore);
}

export function mesas(stage: Stage): string {
  const { h, u, horizon, detail, palette } = stage;
  const noise = createNoise(detail);
  let drawn = heavens(stage, horizon);
  const layers = 5;
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const base = horizon + 20 * u + near ** 1.2 * (h - horizon) * 0.7;
    const tall = (260 - 110 * near) * u;
    const crest = crestLine(stage, 6, (x) => {
      const raw = fractal(noise, x / (270 * u) + layer * 5.3, layer * 9, 3) * 1.5 + 0.25;
      const level = Math.floor(raw * 3);
      const slope = Math.min(1, Math.max(0, (raw * 3 - level) * 5));
      return base + 40 * u - tall * Math.max(0, (level + slope) / 3.4) - 4 * u * noise(x / 16, layer);
    });
    if (layer === 2) drawn += watchtower(stage, crest, palette.at(0.05));
    drawn += body(stage, crest, near, 0.22) + haze(stage, base - 30 * u, base + 140 * u, near);
  }
  return drawn;
}

export const ridges = [alps, forest, dunes, fjord, mesas] as const;
