import { beams, flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { dots, type Point, path, polygon } from '../svg.ts';
import { grotto } from './crystal.ts';
import { facets } from './facets.ts';
import { drawSolid, spin } from './solid.ts';
import type { SolidName } from './solids.ts';

/** A floating stone with splinters around it. */
export function stone(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette } = stage;
  const body: SolidName = world.pick(['icosahedron', 'prism', 'gem', 'star']);
  const size = world.range(210, 275) * u;
  const light = [world.range(-0.8, 0.8), -0.9, 0.7] as const;
  const turn = spin(world, body === 'icosahedron' ? Math.PI : 0.5);
  let far = '';
  let near = '';
  const count = world.int(16, 26);
  for (let piece = 0; piece < count; piece += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const away = size * detail.range(1.15, 2.6);
    const scale = detail.range(0.03, 0.13) * size * (piece % 7 === 0 ? 2.2 : 1);
    const drawn = drawSolid(stage, detail.chance(0.5) ? 'octahedron' : 'spike', {
      x: x + Math.cos(angle) * away,
      y: y + Math.sin(angle) * away * 0.92,
      size: scale,
      turn: spin(detail),
      light,
      brightness: 0.95 - 0.2 * (away / size / 2.6),
      glassy: false,
    });
    if (piece % 3 === 0) near += drawn;
    else far += drawn;
  }
  const dust: Point[] = Array.from({ length: 70 }, () => [detail.range(0, w), detail.range(0, h)]);
  return (
    chamber(stage, 0.52, 760) +
    beams(stage, 14, 0.16) +
    dots(dust, 3.4, { stroke: palette.at(0.9), opacity: 0.5 }) +
    far +
    glow(stage, x, y, size * 1.7, 0.78, 0.55) +
    drawSolid(stage, body, { x, y, size, turn, light, brightness: 1, glassy: true }) +
    near
  );
}

/** Splinters flying out of a flash, each a ridge with a lit and a dark side. */
export function burst(stage: Stage): string {
  const { x, y, u, world, detail, palette, paint } = stage;
  const count = world.int(46, 64);
  const hollow = world.range(50, 110) * u;
  let drawn = '';
  const order = Array.from({ length: count }, (_, index) => index / count);
  for (const share of order) {
    const angle = share * Math.PI * 2 * 7 + detail.range(-0.2, 0.2);
    const start = hollow + detail.next() ** 1.6 * 420 * u;
    const length = (90 + detail.next() ** 1.5 * 620) * u;
    const half = length * detail.range(0.035, 0.12) + 5 * u;
    const skew = detail.range(-0.5, 0.5);
    const at = (along: number, side: number): Point => [
      x + Math.cos(angle) * along - Math.sin(angle) * side,
      y + Math.sin(angle) * along + Math.cos(angle) * side,
    ];
    const tip = at(start, 0);
    const end = at(start + length, half * skew);
    const shoulder = start + length * detail.range(0.62, 0.9);
    const tone = detail.range(0.3, 0.72);
    const fade = (lift: number): string =>
      paint.linear(tip, end, [
        [0, palette.at(Math.min(1, tone + lift + 0.34))],
        [0.35, palette.at(Math.min(1, tone + lift))],
        [1, palette.at(Math.max(0.02, tone + lift - 0.32))],
      ]);
    drawn += path(polygon([tip, at(shoulder, -half), end]), { fill: fade(0.08) });
    drawn += path(polygon([tip, at(shoulder, half), end]), { fill: fade(-0.2) });
  }
  return (
    chamber(stage, 0.6, 700) +
    beams(stage, 18, 0.14) +
    glow(stage, x, y, 420 * u, 0.86, 0.8) +
    drawn +
    glow(stage, x, y, 170 * u, 1, 0.9) +
    flare(stage, x, y, 420 * u, 0.8)
  );
}

export const shards = [stone, burst, grotto, facets] as const;
