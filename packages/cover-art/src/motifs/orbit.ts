import { flare, glow } from '../light.ts';
import type { Stage } from '../stage.ts';
import { circle, ellipse, num, type Point, path, polygon } from '../svg.ts';
import { atmosphere, bands, planet, ringHalf, terrain } from './planet.ts';
import { orbitLines, space } from './space.ts';
import { rise, system } from './star-system.ts';

/** A banded giant with rings that pass behind and before it. */
export function giant(stage: Stage): string {
  const { x, y, u, world, palette } = stage;
  const r = world.range(165, 235) * u;
  const tilt = world.range(12, 32) * world.sign();
  const flat = world.range(0.16, 0.34);
  const outer = r * world.range(1.9, 2.5);
  const light: Point = [-0.5 * world.sign(), -0.6];
  const rings = { x, y, inner: r * 1.28, outer, flat, tilt };
  const moonX = x - light[0] * outer * 0.9;
  const moonY = y + r * world.range(-1.5, -0.9);
  return (
    space(stage, 0.44) +
    planet(stage, moonX, moonY, r * world.range(0.09, 0.2), light, 0.7) +
    ringHalf(stage, rings, 'behind') +
    glow(stage, x, y, r * 1.9, 0.7, 0.5) +
    planet(stage, x, y, r, light, 0.66) +
    bands(stage, x, y, r, tilt, light) +
    ellipse(x, y + r * 0.1, r * 1.04, r * 1.04 * flat * 0.9, {
      fill: 'none',
      stroke: palette.at(0.02),
      'stroke-width': r * 0.1,
      opacity: 0.28,
      transform: `rotate(${num(tilt)} ${num(x)} ${num(y)})`,
      'clip-path': stage.paint.clip(circle(x, y, r, {})),
    }) +
    atmosphere(stage, x, y, r, light) +
    ringHalf(stage, rings, 'before')
  );
}

/** The dark disc and the light around it. */
export function eclipse(stage: Stage): string {
  const { x, y, u, world, detail, palette, paint } = stage;
  const r = world.range(190, 260) * u;
  const turn = world.range(0, Math.PI * 2);
  let rays = '';
  const count = world.int(60, 90);
  for (let ray = 0; ray < count; ray += 1) {
    const angle = (ray / count) * Math.PI * 2 + detail.range(-0.05, 0.05);
    const swell = 0.6 + 0.4 * Math.cos(angle * 2 - turn);
    const reach = r * (1.15 + detail.range(0.2, 1.5) * swell);
    const half = 0.018 + 0.02 * detail.next();
    const at = (turned: number, far: number): Point => [x + Math.cos(turned) * far, y + Math.sin(turned) * far];
    rays += polygon([at(angle - half, r), at(angle, reach), at(angle + half, r)]);
  }
  const corona = paint.radial([x, y], r * 2.6, [
    [0.36, palette.at(0.97), 0.95],
    [0.44, palette.at(0.8), 0.6],
    [0.7, palette.at(0.6), 0.18],
    [1, palette.at(0.5), 0],
  ]);
  const body = paint.radial([x, y], r, [
    [0, palette.at(0.02)],
    [0.9, palette.at(0.05)],
    [1, palette.at(0.14)],
  ]);
  const flareX = x + Math.cos(turn) * r;
  const flareY = y + Math.sin(turn) * r;
  return (
    space(stage, 0.34) +
    circle(x, y, r * 2.6, { fill: corona }) +
    orbitLines(stage, r * 1.7, 3, 0.4) +
    path(rays, { fill: corona, opacity: 0.55 }) +
    circle(x, y, r, { fill: body }) +
    circle(x, y, r, { fill: 'none', stroke: palette.at(0.97), 'stroke-width': 3 * u, opacity: 0.85 }) +
    glow(stage, flareX, flareY, r * 0.75, 0.97, 0.6) +
    flare(stage, flareX, flareY, r * 1.9)
  );
}

/** Two worlds close together: one huge and cut by the frame, one small before it. */
export function moons(stage: Stage): string {
  const { w, x, y, u, world } = stage;
  const side = x > w / 2 ? 1 : -1;
  const big = world.range(330, 430) * u;
  const small = world.range(84, 130) * u;
  const light: Point = world.chance(0.5) ? [-side * 0.8, -0.55] : [side * 0.35, -0.95];
  const bigX = x + side * 250 * u;
  const bigY = y + 40 * u;
  const smallX = x - side * world.range(150, 210) * u;
  const smallY = y + world.range(-150, 120) * u;
  return (
    space(stage, 0.36) +
    glow(stage, bigX + light[0] * big * 0.3, bigY + light[1] * big * 0.3, big * 1.4, 0.6, 0.6) +
    planet(stage, bigX, bigY, big, light, 0.56) +
    terrain(stage, bigX, bigY, big, light) +
    atmosphere(stage, bigX, bigY, big, light) +
    orbitLines(stage, small * 3.2, 2, 0.3) +
    planet(stage, smallX, smallY, small, light, 0.8) +
    terrain(stage, smallX, smallY, small, light) +
    atmosphere(stage, smallX, smallY, small, light)
  );
}

export const orbit = [giant, eclipse, rise, system, moons] as const;
