import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, num, type Point, path, polygon, rect } from '../svg.ts';
import { birds, pines } from './landscape.ts';
import { body, crestLine, heavens } from './range.ts';

/** Rows of a field that run to a barn under a wide sky. */
export function fields(stage: Stage): string {
  const { x, w, h, u, horizon, world, palette, second, paint, detail, mood } = stage;
  const level = horizon + 30 * u;
  const noise = createNoise(detail);
  const reach = Math.max(w, 900) * 2.4;
  let rows = '';
  for (let row = -22; row <= 22; row += 1) {
    const near = x + (row / 22) * reach;
    rows += polygon([
      [x + row * 15 * u, level + 34 * u],
      [x + (row + 0.5) * 15 * u, level + 34 * u],
      [near + reach * 0.024, h],
      [near, h],
    ]);
  }
  const ground = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.72)],
      [0.3, palette.at(0.5)],
      [1, palette.at(0.16)],
    ],
  );
  const furrow = paint.linear(
    [0, level],
    [0, h],
    [
      [0, second.at(0.5)],
      [1, palette.at(0.05)],
    ],
  );
  const hills = crestLine(stage, 24, (at) => level - 50 * u + 60 * u * fractal(noise, at / (420 * u), 3, 2));
  const side = world.sign();
  const px = x + side * 170 * u;
  const barn =
    polygon([
      [px - 90 * u, level + 40 * u],
      [px - 90 * u, level - 50 * u],
      [px - 60 * u, level - 96 * u],
      [px, level - 124 * u],
      [px + 60 * u, level - 96 * u],
      [px + 90 * u, level - 50 * u],
      [px + 90 * u, level + 40 * u],
    ]) + box(px + 104 * u, level - 170 * u, 52 * u, 210 * u);
  const mill = x - side * 200 * u;
  const hub = level - 190 * u;
  let blades = polygon([
    [mill - 22 * u, level + 40 * u],
    [mill - 7 * u, hub],
    [mill + 7 * u, hub],
    [mill + 22 * u, level + 40 * u],
  ]);
  for (let blade = 0; blade < 4; blade += 1) {
    const angle = blade * (Math.PI / 2) + 0.5;
    const at = (along: number, off: number): Point => [
      mill + Math.cos(angle) * along - Math.sin(angle) * off,
      hub + Math.sin(angle) * along + Math.cos(angle) * off,
    ];
    blades += polygon([at(0, -4 * u), at(150 * u, -16 * u), at(150 * u, 16 * u), at(0, 4 * u)]);
  }
  return (
    heavens(stage, level) +
    (mood === 'dusk' ? birds(stage, level * 0.5) : '') +
    body(stage, hills, 0.25) +
    pines(
      stage,
      crestLine(stage, 40 * u, () => level + 8 * u),
      54 * u,
      palette.at(0.16),
    ) +
    rect(0, level, w, h - level, { fill: ground }) +
    path(rows, { fill: furrow, opacity: 0.75 }) +
    path(barn, { fill: palette.at(0.1) }) +
    path(box(px - 26 * u, level - 20 * u, 52 * u, 60 * u), { fill: second.at(0.9), opacity: 0.85 }) +
    path(blades, { fill: palette.at(0.08) })
  );
}

/** Floating islands with grass above and rock below. */
export function islets(stage: Stage): string {
  const { x, w, h, u, world, detail, palette, second, paint, mood } = stage;
  const places: readonly (readonly [number, number, number])[] = [
    [0.78, 0.2, 0.45],
    [0.16, 0.34, 0.5],
    [0.9, 0.56, 0.6],
    [0.1, 0.72, 0.75],
    [0.52, 0.5, 1.25],
    [0.66, 0.9, 0.95],
  ];
  const rockFill = paint.across(
    [0, 0],
    [0, 1],
    [
      [0, second.at(0.42)],
      [0.5, second.at(0.2)],
      [1, second.at(0.05)],
    ],
  );
  const grassFill = paint.across(
    [0, 0],
    [0, 1],
    [
      [0, palette.at(0.86)],
      [1, palette.at(0.5)],
    ],
  );
  let drawn = '';
  for (const [across, down, size] of places) {
    const px = across === 0.52 ? x : w * across + detail.range(-20, 20) * u;
    const py = h * down;
    const half = 210 * size * u;
    const rock: Point[] = [
      [px - half, py],
      [px + half, py],
    ];
    for (let step = 1; step < 9; step += 1) {
      const share = step / 9;
      rock.push([
        px + half * (1 - 2 * share),
        py + half * 1.25 * Math.sin(share * Math.PI) ** 0.8 * detail.range(0.7, 1.1),
      ]);
    }
    const grass = `M${num(px - half * 1.04)} ${num(py + 10 * u)}Q${num(px - half * 0.9)} ${num(py - 60 * size * u)} ${num(px)} ${num(py - 56 * size * u)}Q${num(px + half * 0.9)} ${num(py - 60 * size * u)} ${num(px + half * 1.04)} ${num(py + 10 * u)}Q${num(px)} ${num(py + 52 * size * u)} ${num(px - half * 1.04)} ${num(py + 10 * u)}Z`;
    const fall = world.chance(0.4)
      ? rect(px - half * 0.5, py + 10 * u, half * 0.2, h * 0.24 * size, {
          fill: paint.across(
            [0, 0],
            [0, 1],
            [
              [0, '#fff', 0.85],
              [1, '#fff', 0],
            ],
          ),
        })
      : '';
    const trees = [-0.5, -0.1, 0.35, 0.6]
      .filter(() => detail.chance(0.75))
      .map((at) => {
        const tx = px + at * half;
        const ty = py - 50 * size * u;
        return (
          path(box(tx - 5 * size * u, ty - 34 * size * u, 10 * size * u, 40 * size * u), { fill: palette.at(0.12) }) +
          circle(tx, ty - 62 * size * u, 38 * size * u, { fill: palette.at(0.62) }) +
          circle(tx + 12 * size * u, ty - 74 * size * u, 22 * size * u, { fill: palette.at(0.8) })
        );
      })
      .join('');
    drawn += trees + path(polygon(rock), { fill: rockFill }) + fall + path(grass, { fill: grassFill });
  }
  return (
    sky(stage, h) +
    (mood === 'night' ? stars(stage, h * 0.8, 70) : '') +
    glow(stage, x, h * 0.36, 560 * u, 0.85, 0.7) +
    clouds(stage, h * 0.1, h * 0.95, 9) +
    drawn
  );
}
