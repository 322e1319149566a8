import { glow } from '../light.ts';
import { createNoise, ridged } from '../noise.ts';
import { clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, line, num, type Point, path, polygon, rect } from '../svg.ts';

/** The great sun, cut by bars that widen towards the ground. */
function slicedSun(stage: Stage, r: number, y: number, bars: number): string {
  const { x, second, paint } = stage;
  let windows = '';
  let top = y - r;
  for (let bar = 0; bar <= bars; bar += 1) {
    const cut = bar === bars ? y + r : y - r * 0.3 + (r * 1.3 * bar) / bars;
    windows += rect(x - r, top, 2 * r, cut - top, {});
    top = cut + r * (0.022 + (0.085 * bar) / bars);
  }
  const fill = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [0.3, second.at(0.93)],
      [0.65, second.at(0.76)],
      [1, second.at(0.58)],
    ],
  );
  return glow(stage, x, y, r * 2.7, 0.74, 0.75) + circle(x, y, r, { fill, 'clip-path': paint.clip(windows) });
}

/** A floor of light lines running to the vanishing point. */
function gridFloor(stage: Stage, level: number): string {
  const { w, h, x, u, palette, paint } = stage;
  const ground = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.36)],
      [0.12, palette.at(0.16)],
      [1, palette.at(0.03)],
    ],
  );
  let d = '';
  for (let row = 0; row < 20; row += 1) {
    const y = level + (h - level) * (row / 20) ** 2.4 + 1;
    d += `M0 ${num(y)}H${num(w)}`;
  }
  const reach = Math.max(w, 900) * 3.2;
  for (let ray = -26; ray <= 26; ray += 1)
    d += line([
      [x + ray * 16 * u, level],
      [x + (ray / 26) * reach, h],
    ]);
  const fade = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.92), 0.95],
      [0.35, palette.at(0.72), 0.6],
      [1, palette.at(0.6), 0.22],
    ],
  );
  return (
    rect(0, level, w, h - level, { fill: ground }) +
    path(d, { fill: 'none', stroke: palette.at(0.66), 'stroke-width': 7, opacity: 0.1 }) +
    path(d, { fill: 'none', stroke: fade, 'stroke-width': 2 }) +
    rect(0, level - 2, w, 4, { fill: palette.at(0.97), opacity: 0.9 }) +
    glow(stage, x, level, 520 * u, 0.86, 0.34)
  );
}

function peaks(stage: Stage, level: number): string {
  const { w, u, x, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const points: Point[] = [];
  for (let px = -10; px <= w + 20; px += 26 * u) {
    const away = Math.min(1, Math.abs(px - x) / (430 * u));
    points.push([px, level - 8 - 210 * u * away ** 1.5 * ridged(noise, px / (150 * u), 3, 2) ** 1.4]);
  }
  const fill = paint.linear(
    [0, level - 200 * u],
    [0, level],
    [
      [0, palette.at(0.3)],
      [1, palette.at(0.1)],
    ],
  );
  // Wire over the rock: each summit tied to the ground.
  let wires = '';
  for (let index = 0; index < points.length - 2; index += 1) {
    const [ax, ay] = points[index] ?? [0, 0];
    const [bx] = points[index + 2] ?? [0, 0];
    wires += `M${num(ax)} ${num(ay)}L${num(bx)} ${num(level)}`;
  }
  return (
    path(polygon([...points, [w + 20, level], [-10, level]]), { fill }) +
    path(wires, { stroke: palette.at(0.7), 'stroke-width': 1.4, opacity: 0.4, fill: 'none' }) +
    path(line(points), { stroke: palette.at(0.9), 'stroke-width': 2.6, fill: 'none', opacity: 0.9 })
  );
}

export function neon(stage: Stage): string {
  const { u, horizon, world, mood } = stage;
  const r = world.range(210, 290) * u;
  const level = horizon;
  return (
    sky(stage, level) +
    (mood === 'night' ? stars(stage, level, 90) : clouds(stage, level * 0.15, level * 0.6, 4)) +
    slicedSun(stage, r, level - r * world.range(0.42, 0.8), world.int(5, 7)) +
    (world.chance(0.6) ? peaks(stage, level) : '') +
    gridFloor(stage, level)
  );
}
