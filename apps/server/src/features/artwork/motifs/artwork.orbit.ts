import { chamber, flare, glow, nebula, stars } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { circle, dots, ellipse, group, num, type Point, path, polygon } from '../artwork.svg.ts';
import { atmosphere, bands, planet, ringHalf, terrain } from './artwork.planet.ts';

function space(stage: Stage, brightness: number): string {
  return chamber(stage, brightness, 900) + nebula(stage) + stars(stage, stage.h, 150);
}

/** A banded giant with rings that pass behind and before it. */
function giant(stage: Stage): string {
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
function eclipse(stage: Stage): string {
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

/** Thin tilted orbits with small worlds on them. */
function orbitLines(stage: Stage, from: number, count: number, strength: number): string {
  const { x, y, u, world, detail, palette } = stage;
  const flat = world.range(0.24, 0.4);
  const tilt = world.range(-28, 28);
  let drawn = '';
  for (let orbit = 0; orbit < count; orbit += 1) {
    const rx = from * (1 + orbit * 0.34);
    const angle = detail.range(0, Math.PI * 2);
    drawn += ellipse(x, y, rx, rx * flat, {
      fill: 'none',
      stroke: palette.at(0.82),
      'stroke-width': (2.6 - orbit * 0.3) * u,
      opacity: strength * (1 - orbit / (count + 2)),
    });
    drawn += circle(x + Math.cos(angle) * rx, y + Math.sin(angle) * rx * flat, detail.range(7, 15) * u, {
      fill: palette.accent,
    });
  }
  return group(drawn, { transform: `rotate(${num(tilt)} ${num(x)} ${num(y)})` });
}

/** Low over a world: its limb fills the foot of the picture and a sun comes up behind it. */
function rise(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const radius = Math.max(w, h) * world.range(1, 1.35);
  const centreX = w / 2 + (w / 2 - x) * 0.8;
  const top = Math.max(y + 150 * u, stage.horizon * 0.92);
  const centreY = top + radius;
  const sunX = x;
  const sunY = centreY - Math.sqrt(Math.max(1, radius ** 2 - (sunX - centreX) ** 2)) - 6 * u;
  const limb = (grow: number, colour: string, strength: number): string =>
    circle(centreX, centreY, radius + grow, {
      fill: paint.radial([centreX, centreY], radius + grow, [
        [Math.max(0, 1 - (grow * 1.6) / radius), colour, strength],
        [1, colour, 0],
      ]),
    });
  const night = paint.radial([sunX, sunY], radius * 0.95, [
    [0, palette.at(0.62)],
    [0.1, palette.at(0.4)],
    [0.35, palette.at(0.17)],
    [1, palette.at(0.03)],
  ]);
  const cities: Point[] = [];
  for (let town = 0; town < 26; town += 1) {
    const townX = detail.range(0, w);
    const townY = detail.range(top + 40 * u, h);
    for (let lamp = 0; lamp < detail.int(2, 12); lamp += 1) {
      cities.push([townX + detail.range(-46, 46) * u, townY + detail.range(-14, 14) * u]);
    }
  }
  const inside = cities.filter(([cx, cy]) => Math.hypot(cx - centreX, cy - centreY) < radius - 26 * u);
  const moon = world.chance(0.75);
  const moonR = world.range(50, 150) * u;
  const moonX = x - world.sign() * 190 * u;
  const moonY = y - 60 * u;
  const apart = Math.hypot(sunX - moonX, sunY - moonY);
  const light: Point = [((sunX - moonX) / apart) * 0.95, ((sunY - moonY) / apart) * 0.95];
  return (
    space(stage, 0.4) +
    (moon ? planet(stage, moonX, moonY, moonR, light, 0.6) + atmosphere(stage, moonX, moonY, moonR, light) : '') +
    glow(stage, sunX, sunY, 620 * u, 0.78, 0.8) +
    limb(120 * u, palette.at(0.6), 0.5) +
    limb(26 * u, palette.at(0.86), 0.9) +
    circle(centreX, centreY, radius, { fill: night }) +
    dots(inside, 3.4, { stroke: palette.accent, opacity: 0.75 }) +
    path(arc(centreX, centreY, radius, sunX, 0.34), {
      fill: 'none',
      stroke: palette.at(0.97),
      'stroke-width': 5 * u,
      'stroke-linecap': 'round',
      opacity: 0.9,
    }) +
    flare(stage, sunX, sunY, 560 * u)
  );
}

function arc(cx: number, cy: number, r: number, nearX: number, half: number): string {
  const middle = Math.acos(Math.min(1, Math.max(-1, (nearX - cx) / r)));
  const at = (angle: number): string => `${num(cx + Math.cos(angle) * r)} ${num(cy - Math.sin(angle) * r)}`;
  return `M${at(middle + half)}A${num(r)} ${num(r)} 0 0 1 ${at(middle - half)}`;
}

/** An orrery: a star, its orbits, its worlds. */
function system(stage: Stage): string {
  const { x, y, u, world, detail, palette, paint } = stage;
  const flat = world.range(0.34, 0.5);
  const tilt = world.range(10, 30) * world.sign();
  const orbits = world.int(5, 7);
  const star = world.range(58, 84) * u;
  let lines = '';
  let back = '';
  let front = '';
  for (let orbit = 0; orbit < orbits; orbit += 1) {
    const rx = star * 1.9 + orbit * world.range(74, 96) * u;
    const angle = detail.range(0, Math.PI * 2);
    const px = x + Math.cos(angle) * rx;
    const py = y + Math.sin(angle) * rx * flat;
    const size = world.range(13, 44) * u * (0.75 + 0.25 * Math.sin(angle));
    const towards: Point = [(x - px) / rx, (y - py) / rx];
    lines += ellipse(x, y, rx, rx * flat, {
      fill: 'none',
      stroke: palette.at(0.84),
      'stroke-width': 1.8 * u,
      opacity: 0.34,
    });
    // The way a world has just come, brighter than the rest of its orbit.
    const trail: Point[] = Array.from({ length: 15 }, (_, step) => {
      const behind = angle - step * 0.075;
      return [x + Math.cos(behind) * rx, y + Math.sin(behind) * rx * flat];
    });
    const fade = paint.linear([px, py], trail[14] ?? [px, py], [
      [0, palette.accent, 0.95],
      [1, palette.accent, 0],
    ]);
    lines += path(`M${trail.map(([tx, ty]) => `${num(tx)} ${num(ty)}`).join('L')}`, {
      fill: 'none',
      stroke: fade,
      'stroke-width': 5 * u,
      'stroke-linecap': 'round',
    });
    const body = planet(stage, px, py, size, towards, 0.64);
    if (Math.sin(angle) < 0) back += body;
    else front += body;
  }
  const turn = `rotate(${num(tilt)} ${num(x)} ${num(y)})`;
  const surface = paint.radial([x, y], star, [
    [0, '#fff'],
    [0.6, palette.at(0.97)],
    [1, palette.at(0.8)],
  ]);
  return (
    space(stage, 0.46) +
    group(lines + back, { transform: turn }) +
    glow(stage, x, y, star * 5, 0.86, 0.8) +
    circle(x, y, star, { fill: surface }) +
    flare(stage, x, y, star * 5, 0.8) +
    group(front, { transform: turn })
  );
}

/** Two worlds close together: one huge and cut by the frame, one small before it. */
function moons(stage: Stage): string {
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
