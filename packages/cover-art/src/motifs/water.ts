import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, dots, num, type Point, path, polygon, rect } from '../svg.ts';
import { reflection } from './landscape.ts';
import { skyline } from './skyline.ts';

/** Under water: shafts of light, weed and a shoal. */
export function depths(stage: Stage): string {
  const { x, w, h, u, detail, palette, second, paint } = stage;
  const noise = createNoise(detail);
  const water = paint.linear(
    [0, 0],
    [0, h],
    [
      [0, second.at(0.82)],
      [0.3, palette.at(0.56)],
      [0.7, palette.at(0.24)],
      [1, palette.at(0.05)],
    ],
  );
  const ray = paint.linear(
    [0, 0],
    [0, h * 0.8],
    [
      [0, '#fff', 0.6],
      [1, '#fff', 0],
    ],
  );
  let rays = '';
  for (let index = 0; index < 7; index += 1) {
    const px = x + (index - 3) * 120 * u + detail.range(-30, 30) * u;
    const lean = (index - 3) * 90 * u;
    rays += polygon([
      [px - 24 * u, -10],
      [px + 24 * u, -10],
      [px + lean + 90 * u, h * 0.86],
      [px + lean - 70 * u, h * 0.86],
    ]);
  }
  const floor = (base: number, rough: number, salt: number): string => {
    const points: Point[] = [];
    for (let px = -10; px <= w + 20; px += 18)
      points.push([px, base - Math.abs(fractal(noise, px / (180 * u), salt, 4)) * rough * u]);
    return polygon([...points, [w + 20, h + 10], [-10, h + 10]]);
  };
  let weed = '';
  for (let stalk = 0; stalk < Math.round(w / (46 * u)); stalk += 1) {
    const px = stalk * 46 * u + detail.range(-16, 16) * u;
    const away = Math.min(1, Math.abs(px - x) / (380 * u));
    const tall = (90 + 330 * away ** 1.4 * detail.range(0.5, 1.1)) * u;
    const sway = detail.range(-50, 50) * u;
    weed += `M${num(px - 9 * u)} ${num(h)}Q${num(px + sway)} ${num(h - tall * 0.5)} ${num(px + sway * 0.3)} ${num(h - tall)}Q${num(px + sway + 18 * u)} ${num(h - tall * 0.5)} ${num(px + 11 * u)} ${num(h)}Z`;
  }
  let fish = '';
  const side = detail.sign();
  for (let one = 0; one < 26; one += 1) {
    const px = x + detail.range(-260, 260) * u;
    const py = h * 0.36 + detail.range(-110, 110) * u + (px - x) * 0.2;
    const size = detail.range(10, 22) * u;
    fish += `M${num(px - side * size)} ${num(py)}Q${num(px)} ${num(py - size * 0.62)} ${num(px + side * size)} ${num(py)}Q${num(px)} ${num(py + size * 0.62)} ${num(px - side * size)} ${num(py)}L${num(px - side * size * 1.6)} ${num(py - size * 0.45)}V${num(py + size * 0.45)}Z`;
  }
  const bubbles: Point[] = Array.from({ length: 50 }, () => [detail.range(0, w), detail.range(0, h)]);
  return (
    rect(0, 0, w, h, { fill: water }) +
    glow(stage, x, -40 * u, 620 * u, 1, 0.9) +
    path(rays, { fill: ray, opacity: 0.5 }) +
    path(floor(h * 0.8, 260, 2), { fill: palette.at(0.2), opacity: 0.8 }) +
    path(fish, { fill: palette.at(0.07), opacity: 0.85 }) +
    path(floor(h * 0.92, 170, 7), { fill: palette.at(0.08) }) +
    path(weed, { fill: palette.at(0.03) }) +
    dots(bubbles, 6 * u, { stroke: '#fff', opacity: 0.4 })
  );
}

/** A tall ship on open water. */
export function sails(stage: Stage): string {
  const { x, u, horizon, world, palette, second, paint, mood } = stage;
  const shore = horizon * 1.12;
  const r = world.range(190, 240) * u;
  const disc = paint.linear(
    [x, shore - 2 * r],
    [x, shore],
    [
      [0, '#fff'],
      [1, second.at(mood === 'dusk' ? 0.8 : 0.68)],
    ],
  );
  const hull = `M${num(x - 230 * u)} ${num(shore - 76 * u)}H${num(x + 200 * u)}L${num(x + 290 * u)} ${num(shore - 118 * u)}Q${num(x + 240 * u)} ${num(shore)} ${num(x + 170 * u)} ${num(shore)}H${num(x - 170 * u)}Q${num(x - 250 * u)} ${num(shore - 10 * u)} ${num(x - 250 * u)} ${num(shore - 120 * u)}H${num(x - 180 * u)}Z`;
  let rig = '';
  let canvas = '';
  for (const [at, tall] of [
    [-150, 380],
    [0, 470],
    [140, 360],
  ] as const) {
    const px = x + at * u;
    rig += box(px - 5 * u, shore - tall * u - 40 * u, 10 * u, tall * u);
    for (let sail = 0; sail < 3; sail += 1) {
      const top = shore - 40 * u - tall * u + sail * tall * 0.27 * u + 16 * u;
      const half = (48 + sail * 18) * u;
      const deep = tall * 0.23 * u;
      canvas += `M${num(px - half)} ${num(top)}H${num(px + half)}Q${num(px + half * 1.3)} ${num(top + deep / 2)} ${num(px + half * 1.14)} ${num(top + deep)}Q${num(px)} ${num(top + deep * 0.8)} ${num(px - half * 1.14)} ${num(top + deep)}Q${num(px - half * 0.8)} ${num(top + deep / 2)} ${num(px - half)} ${num(top)}Z`;
    }
  }
  const above =
    sky(stage, shore) +
    (mood === 'night' ? stars(stage, shore * 0.8, 70) : '') +
    glow(stage, x, shore - r, r * 2.8, 0.85, 0.75) +
    circle(x + 60 * u, shore - r * 0.9, r, { fill: disc }) +
    clouds(stage, shore * 0.15, shore * 0.9, 6) +
    skyline(stage, shore, 'islands') +
    path(canvas, { fill: palette.at(0.16) }) +
    path(rig + hull, { fill: palette.at(0.04) });
  return reflection(stage, above, shore);
}
