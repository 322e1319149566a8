import { createNoise, fractal } from '../artwork.noise.ts';
import { aurora, clouds, sky, stars } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { curve, type Point, path, polygon, rect } from '../artwork.svg.ts';
import { birds, mountainFaces, mountains, pines, reflection, watchtower } from './artwork.landscape.ts';
import { luminary } from './artwork.luminary.ts';

/** Tone of layer 0 (far) … 1 (near): air lightens what is far. */
const tone = (stage: Stage, near: number): number =>
  stage.mood === 'dusk' ? 0.64 - 0.58 * near ** 0.8 : 0.44 - 0.4 * near ** 0.85;

function crestLine(stage: Stage, step: number, height: (x: number) => number): Point[] {
  const points: Point[] = [];
  for (let x = -10; x <= stage.w + step; x += step) points.push([x, height(x)]);
  return points;
}

/** A range as one body: its own colour at the crest, mist at its foot. */
function body(stage: Stage, crest: readonly Point[], near: number, mist = 0.16): string {
  const { w, h, palette, paint } = stage;
  const top = Math.min(...crest.map(([, y]) => y));
  const own = tone(stage, near);
  const fill = paint.linear(
    [0, top],
    [0, Math.min(h, top + 420)],
    [
      [0, palette.at(own)],
      [0.55, palette.at(own + mist * 0.45 * (1 - near))],
      [1, palette.at(own + mist * (1 - near))],
    ],
  );
  return path(polygon([...crest, [w + 10, h + 10], [-10, h + 10]]), { fill });
}

function haze(stage: Stage, top: number, bottom: number, near: number): string {
  const colour = stage.palette.at(stage.mood === 'dusk' ? 0.82 : 0.58);
  const strength = 0.4 * (1 - near) ** 1.2;
  const fill = stage.paint.linear(
    [0, top],
    [0, bottom],
    [
      [0, colour, 0],
      [0.6, colour, strength],
      [1, colour, 0],
    ],
  );
  return rect(0, top, stage.w, bottom - top, { fill });
}

/** Stars at night, banks of cloud by day. */
function heavens(stage: Stage, ground: number): string {
  const { world, mood } = stage;
  const north = mood === 'night' && world.chance(0.45);
  return (
    sky(stage, ground) +
    (mood === 'night' ? stars(stage, ground, 80) : '') +
    (north ? aurora(stage, ground * 0.66, ground * 0.55) : '') +
    luminary(stage, ground) +
    (north ? '' : clouds(stage, ground * 0.2, ground * 0.85, world.int(2, 5)))
  );
}

function alps(stage: Stage): string {
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

function forest(stage: Stage): string {
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

function dunes(stage: Stage): string {
  const { h, w, u, horizon, world, detail, palette, paint, mood } = stage;
  const noise = createNoise(detail);
  const lean = world.sign();
  let drawn = heavens(stage, horizon);
  const layers = 6;
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const base = horizon * 0.98 + near ** 1.15 * (h - horizon) * 0.82;
    const tall = (80 + 150 * near) * u;
    const crest = crestLine(
      stage,
      30,
      (x) => base - tall * fractal(noise, x / ((420 + 380 * near) * u) + layer * 2.9, layer * 4, 2),
    );
    const lit = (mood === 'dusk' ? 0.74 : 0.56) - 0.34 * near;
    const fill = paint.linear(
      [lean > 0 ? 0 : w, base - tall],
      [lean > 0 ? w : 0, base + tall],
      [
        [0, palette.at(lit + 0.12)],
        [0.5, palette.at(lit)],
        [1, palette.at(lit - 0.12)],
      ],
    );
    drawn += path(`${curve(crest)}L${w + 40} ${h + 20}L-40 ${h + 20}Z`, { fill });
    // The lee side lies in shadow: the crest again, dropped along a softer curve.
    const lee = crest.map(([x, y], index): Point => {
      const drop = tall * (0.85 + 0.9 * fractal(noise, index * 0.16 + layer * 8, 60, 2));
      return [x + lean * drop * 1.1, y + Math.max(0, drop)];
    });
    const shadow = paint.linear(
      [0, base - tall],
      [0, base + tall * 2],
      [
        [0, palette.at(Math.max(0.03, lit - 0.34)), 0.95],
        [1, palette.at(Math.max(0.02, lit - 0.22)), 0.3],
      ],
    );
    const back = curve([...lee].reverse()).replace('M', 'L');
    drawn += path(`${curve(crest)}L${w + 40} ${h + 20}${back}Z`, { fill: shadow });
  }
  return drawn;
}

function fjord(stage: Stage): string {
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

function mesas(stage: Stage): string {
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
    if (layer === 3) drawn += watchtower(stage, palette.at(0.04));
    drawn += body(stage, crest, near, 0.22) + haze(stage, base - 30 * u, base + 140 * u, near);
  }
  return drawn;
}

export const ridges = [alps, forest, dunes, fjord, mesas] as const;
