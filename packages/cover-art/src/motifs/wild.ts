import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { box, dots, num, type Point, path, polygon } from '../svg.ts';
import { pines } from './landscape.ts';
import { body, crestLine, haze, heavens } from './range.ts';

/** A leafless tree: a trunk that forks until its branches are thin. */
export function bareTree(stage: Stage, x: number, y: number, length: number, angle: number, width: number): string {
  const { detail } = stage;
  const ex = x + Math.cos(angle) * length;
  const ey = y + Math.sin(angle) * length;
  const across: Point = [Math.sin(angle) * width, -Math.cos(angle) * width];
  const limb = polygon([
    [x - across[0], y - across[1]],
    [ex - across[0] * 0.6, ey - across[1] * 0.6],
    [ex + across[0] * 0.6, ey + across[1] * 0.6],
    [x + across[0], y + across[1]],
  ]);
  if (width < 1.6) return limb;
  const forks = width > 9 ? 3 : 2;
  let drawn = limb;
  for (let fork = 0; fork < forks; fork += 1) {
    const turn = (fork / (forks - 1) - 0.5) * detail.range(0.8, 1.5) + detail.range(-0.15, 0.15);
    drawn += bareTree(stage, ex, ey, length * detail.range(0.58, 0.78), angle + turn, width * 0.58);
  }
  return drawn;
}

/** Bare trees and fog before a house with one lit window. */
export function haunt(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second } = stage;
  const level = horizon + 90 * u;
  const noise = createNoise(detail);
  const side = x < w / 2 ? 1 : -1;
  const px = x + side * 60 * u;
  const roof = level - 210 * u;
  const house =
    box(px - 120 * u, roof, 240 * u, 240 * u) +
    polygon([
      [px - 150 * u, roof + 10 * u],
      [px - 40 * u, roof - 130 * u],
      [px + 70 * u, roof + 10 * u],
    ]) +
    box(px + 50 * u, roof - 120 * u, 84 * u, 200 * u) +
    polygon([
      [px + 36 * u, roof - 118 * u],
      [px + 92 * u, roof - 250 * u],
      [px + 148 * u, roof - 118 * u],
    ]) +
    box(px - 96 * u, roof - 120 * u, 26 * u, 110 * u);
  const hill = crestLine(stage, 20, (at) => level + 30 * u * fractal(noise, at / (260 * u), 2, 2));
  const trees = [0.04, 0.2, 0.86, 0.99]
    .map((at, index) =>
      bareTree(
        stage,
        w * at,
        h * (0.84 + (index % 2) * 0.1),
        (150 + (index % 2) * 60) * u,
        -Math.PI / 2 + (at < 0.5 ? 0.1 : -0.1),
        17 * u,
      ),
    )
    .join('');
  return (
    heavens(stage, level) +
    pines(stage, hill, 130 * u, palette.at(0.3)) +
    haze(stage, level - 170 * u, level + 60 * u, 0) +
    path(house, { fill: palette.at(0.06) }) +
    glow(stage, px - 30 * u, roof + 70 * u, 130 * u, 0.9, 0.7) +
    path(box(px - 50 * u, roof + 44 * u, 40 * u, 56 * u), { fill: second.at(0.93) }) +
    body(stage, hill, 0.6) +
    haze(stage, level, level + 200 * u, 0) +
    path(trees, { fill: palette.at(0.02) }) +
    haze(stage, h * 0.74, h * 1.02, 0.15)
  );
}

/** A fire and a tent in a clearing. */
export function camp(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second } = stage;
  const noise = createNoise(detail);
  const level = horizon + 150 * u;
  const line = (base: number, rough: number): Point[] =>
    crestLine(stage, 22, (at) => base + rough * u * fractal(noise, at / (340 * u), base, 3));
  const side = x < w / 2 ? 1 : -1;
  const tent = x + side * 190 * u;
  const fire = x - side * 110 * u;
  const foot = level + 120 * u;
  const sparks: Point[] = Array.from({ length: 40 }, () => [
    fire + detail.range(-1, 1) * 110 * u,
    foot - detail.next() ** 1.4 * 560 * u,
  ]);
  const flame = (size: number): string =>
    `M${num(fire - 44 * size * u)} ${num(foot)}Q${num(fire - 70 * size * u)} ${num(foot - 90 * size * u)} ${num(fire - 6 * u)} ${num(foot - 190 * size * u)}Q${num(fire + 6 * u)} ${num(foot - 110 * size * u)} ${num(fire + 34 * size * u)} ${num(foot - 120 * size * u)}Q${num(fire + 66 * size * u)} ${num(foot - 60 * size * u)} ${num(fire + 40 * size * u)} ${num(foot)}Z`;
  return (
    heavens(stage, horizon) +
    pines(stage, line(horizon + 40 * u, 60), 190 * u, palette.at(0.3)) +
    haze(stage, horizon - 80 * u, horizon + 150 * u, 0.1) +
    pines(stage, line(horizon + 110 * u, 40), 300 * u, palette.at(0.13)) +
    body(stage, line(level, 24), 0.75) +
    glow(stage, fire, foot - 60 * u, 620 * u, 0.8, 0.85) +
    path(
      polygon([
        [tent - 170 * u, foot + 30 * u],
        [tent, foot - 220 * u],
        [tent + 170 * u, foot + 30 * u],
      ]),
      { fill: second.at(0.42) },
    ) +
    path(
      polygon([
        [tent, foot - 220 * u],
        [tent + 170 * u, foot + 30 * u],
        [tent + 40 * u, foot + 30 * u],
      ]),
      { fill: palette.at(0.08) },
    ) +
    path(
      polygon([
        [tent - 12 * u, foot - 190 * u],
        [tent + 40 * u, foot + 30 * u],
        [tent - 60 * u, foot + 30 * u],
      ]),
      { fill: second.at(0.86) },
    ) +
    path(flame(1), { fill: second.at(0.8) }) +
    path(flame(0.6), { fill: second.at(0.98) }) +
    path(
      `M${num(fire - 80 * u)} ${num(foot + 12 * u)}L${num(fire + 84 * u)} ${num(foot - 16 * u)}M${num(fire + 80 * u)} ${num(foot + 12 * u)}L${num(fire - 84 * u)} ${num(foot - 16 * u)}`,
      { stroke: palette.at(0.03), 'stroke-width': 20 * u, 'stroke-linecap': 'round' },
    ) +
    dots(sparks, 6 * u, { stroke: second.at(0.9), opacity: 0.8 }) +
    pines(
      stage,
      crestLine(stage, 300 * u, () => h * 1.06),
      420 * u,
      palette.at(0.02),
    )
  );
}
