import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { type Point, path, polygon } from '../svg.ts';
import { hexagon, shared } from './honeycomb.ts';

/** Basalt: six-sided columns of many heights, seen from above one edge. */
export function columns(stage: Stage): string {
  const { x, w, h, u, world, detail, palette, paint } = stage;
  const r = world.range(62, 84) * u;
  const flat = 0.56;
  const noise = createNoise(detail);
  const across = r * Math.sqrt(3);
  const down = r * 1.5 * flat;
  const tall = world.range(330, 430) * u;
  const valley = world.chance(0.4);
  const middle = stage.y + 170 * u;
  const rows = Math.ceil((h * 0.9 + tall * 0.5) / down) + 1;
  const wall = shared((tone) =>
    paint.across(
      [0, 0],
      [0, 1],
      [
        [0, palette.at(tone)],
        [0.6, palette.at(tone * 0.4)],
        [1, palette.at(0.02)],
      ],
    ),
  );
  let drawn = '';
  for (let row = 0; row < rows; row += 1) {
    const cy = h * 0.2 + row * down;
    for (let column = -1; column <= Math.ceil(w / across) + 1; column += 1) {
      const cx = (x % across) + (column + (row & 1 ? 0.5 : 0)) * across - across;
      const near = Math.exp(-(((cx - x) / (310 * u)) ** 2 + ((cy - middle) / (270 * u)) ** 2));
      const rough = fractal(noise, cx / (150 * u), cy / (110 * u), 2) * 0.5 + 0.5;
      const rise = valley ? (1 - near) * (0.2 + 0.55 * rough) : near * 0.62 + rough ** 1.5 * 0.42;
      const light = valley ? near * 1.05 : Math.min(1, 0.08 + near * 0.75 + rise * 0.3);
      const tone = 0.07 + 0.6 * light * (0.65 + 0.45 * rough);
      const top = cy - tall * rise;
      const cap = hexagon(cx, 0, r * 0.985).map(([px, py]): Point => [px, top + py * flat]);
      const foot = Math.min(h + 20, top + r * flat + 330 * u);
      const [right = [0, 0], front = [0, 0], left = [0, 0]] = cap;
      drawn += path(polygon([front, left, [left[0], foot], [front[0], foot]]), {
        fill: wall(Math.max(0.03, tone - 0.06)),
      });
      drawn += path(polygon([right, front, [front[0], foot], [right[0], foot]]), {
        fill: wall(Math.max(0.02, tone * 0.45)),
      });
      const hot = detail.chance(0.045) && light > 0.3;
      drawn += path(polygon(cap), {
        fill: palette.at(hot ? 0.95 : tone + 0.16),
        stroke: palette.at(Math.min(1, tone + 0.36)),
        'stroke-width': 1.6 * u,
      });
      if (hot) drawn += glow(stage, cx, top, r * 2.2, 0.86, 0.5);
    }
  }
  return chamber(stage, 0.62, 760) + glow(stage, x, stage.y - 60 * u, 520 * u, 0.84, 0.6) + drawn;
}

/** A city of cubes in even projection. */
export function blocks(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette } = stage;
  const size = world.range(70, 92) * u;
  const noise = createNoise(detail);
  const half = size * Math.cos(Math.PI / 6);
  const rows = Math.ceil((h * 1.5) / (size * 0.5));
  const columns = Math.ceil(w / (half * 2)) + 2;
  let drawn = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = -1; column < columns; column += 1) {
      const cx = column * half * 2 + (row % 2 ? half : 0);
      const cy = row * size * 0.5 - h * 0.04;
      const near = Math.exp(-(((cx - x) / (330 * u)) ** 2 + ((cy - y - 120 * u) / (400 * u)) ** 2));
      const step = Math.round((fractal(noise, cx / (210 * u), cy / (210 * u), 2) * 0.9 + 0.5 + near * 1.5) * 3);
      const top = cy - Math.max(0, step) * size * 0.42;
      const tone = Math.min(0.66, 0.04 + 0.4 * near + 0.05 * step);
      const left = [
        [cx - half, top],
        [cx, top + size * 0.5],
        [cx, top + size * 2.4],
        [cx - half, top + size * 2.4],
      ] as const;
      const right = [
        [cx + half, top],
        [cx, top + size * 0.5],
        [cx, top + size * 2.4],
        [cx + half, top + size * 2.4],
      ] as const;
      const roof = [
        [cx - half, top],
        [cx, top - size * 0.5],
        [cx + half, top],
        [cx, top + size * 0.5],
      ] as const;
      drawn += path(polygon(left), { fill: palette.at(Math.max(0.03, tone * 0.72)) });
      drawn += path(polygon(right), { fill: palette.at(Math.max(0.02, tone * 0.42)) });
      const hot = detail.chance(0.06 * near + 0.008);
      drawn += path(polygon(roof), {
        fill: hot ? palette.accent : palette.at(Math.min(0.95, tone + 0.2)),
        stroke: palette.at(Math.min(1, tone + 0.34)),
        'stroke-width': 1.4 * u,
      });
    }
  }
  return chamber(stage, 0.5) + drawn + glow(stage, x, y, 460 * u, 0.8, 0.3);
}
