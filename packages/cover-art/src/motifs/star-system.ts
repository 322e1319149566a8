import { flare, glow } from '../light.ts';
import type { Stage } from '../stage.ts';
import { circle, dots, ellipse, group, num, type Point, path } from '../svg.ts';
import { atmosphere, planet } from './planet.ts';
import { space } from './space.ts';

/** Low over a world: its limb fills the foot of the picture and a sun comes up behind it. */
export function rise(stage: Stage): string {
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
export function system(stage: Stage): string {
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
