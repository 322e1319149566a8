import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, dots, ellipse, num, type Point, path, polygon } from '../svg.ts';
import { at } from './local.ts';
import { mountains } from './mountains.ts';
import { body, crestLine, haze, heavens } from './range.ts';

/** Mushrooms that glow in a dark wood. */
export function mushrooms(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const noise = createNoise(detail);
  const level = horizon + 230 * u;
  const cap = paint.linear(
    [0, -420],
    [0, -200],
    [
      [0, second.at(0.97)],
      [0.5, second.at(0.7)],
      [1, second.at(0.4)],
    ],
  );
  const stem = paint.across(
    [0, 0],
    [1, 0],
    [
      [0, palette.at(0.3)],
      [0.4, palette.at(0.86)],
      [1, palette.at(0.2)],
    ],
  );
  const one = (px: number, foot: number, size: number, lean: number): string => {
    const spots = [
      [-96, -300, 30, 24],
      [-10, -366, 34, 24],
      [86, -306, 26, 22],
      [16, -288, 22, 16],
    ] as const;
    return (
      glow(stage, px, foot - 290 * size * u, 400 * size * u, 0.86, 0.8) +
      at(
        stage,
        px,
        foot,
        ellipse(0, 22, 110, 20, { fill: palette.at(0.02), opacity: 0.6 }) +
          path('M-46 20Q-26 -120 -34 -240H34Q26 -120 50 20Z', { fill: stem }) +
          path('M-206 -226Q-200 -420 0 -428Q200 -420 206 -226Q0 -170 -206 -226Z', { fill: cap }) +
          path('M-206 -226Q0 -170 206 -226Q0 -250 -206 -226Z', { fill: palette.at(0.2) }) +
          spots.map(([sx, sy, rx, ry]) => ellipse(sx, sy, rx, ry, { fill: '#fff', opacity: 0.8 })).join(''),
        lean,
        size,
      )
    );
  };
  let trunks = '';
  for (let trunk = 0; trunk < 8; trunk += 1) {
    const px = (trunk / 7) * w + detail.range(-50, 50) * u;
    const wide = detail.range(26, 60) * u;
    trunks += polygon([
      [px - wide, level + 60 * u],
      [px - wide * 0.6, 0],
      [px + wide * 0.6, 0],
      [px + wide, level + 60 * u],
    ]);
  }
  const spores: Point[] = Array.from({ length: 70 }, () => [detail.range(0, w), detail.range(h * 0.1, h * 0.9)]);
  const ground = crestLine(stage, 18, (px) => level + 24 * u * fractal(noise, px / (160 * u), 2, 3));
  const near = crestLine(stage, 18, (px) => h * 0.94 + 26 * u * fractal(noise, px / (120 * u), 6, 3));
  return (
    chamber(stage, 0.4, 900) +
    path(trunks, { fill: palette.at(0.08), opacity: 0.9 }) +
    haze(stage, level - 420 * u, level + 80 * u, 0.2) +
    one(x - 320 * u, level + 16 * u, 0.55, -6) +
    one(x + 330 * u, level + 20 * u, 0.66, 7) +
    body(stage, ground, 0.7) +
    one(x + 180 * u, level + 90 * u, 0.8, 5) +
    one(x - 80 * u, level + 150 * u, 1.3, -4) +
    dots(spores, 6 * u, { stroke: second.at(0.95), opacity: 0.75 }) +
    body(stage, near, 1)
  );
}

/** A stepped temple between large leaves. */
export function jungle(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second } = stage;
  const level = horizon + 190 * u;
  let steps = '';
  for (let step = 0; step < 6; step += 1) {
    const half = (320 - step * 44) * u;
    steps += box(x - half, level - (step + 1) * 66 * u, half * 2, 68 * u);
  }
  const roof = level - 6 * 66 * u;
  const top = box(x - 74 * u, roof - 74 * u, 148 * u, 76 * u) + box(x - 96 * u, roof - 94 * u, 192 * u, 24 * u);
  const edges = Array.from({ length: 6 }, (_, step) => {
    const half = (320 - step * 44) * u;
    return `M${num(x - half)} ${num(level - (step + 1) * 66 * u)}h${num(half * 2)}`;
  }).join('');
  const stair = polygon([
    [x - 62 * u, level],
    [x - 40 * u, roof],
    [x + 40 * u, roof],
    [x + 62 * u, level],
  ]);
  const frond = (px: number, py: number, length: number, turn: number, tone: number): string => {
    const lobes = 11;
    let d = '';
    for (let lobe = 1; lobe <= lobes; lobe += 1) {
      const along = (lobe / lobes) * length;
      const reach = Math.sin((lobe / (lobes + 1)) * Math.PI) * length * 0.34 + 16;
      const drop = (along / length) ** 2 * length * 0.22;
      for (const side of [-1, 1])
        d += `M${num(along - 26)} ${num(drop)}Q${num(along - 6)} ${num(drop + side * reach * 0.5)} ${num(along + 34)} ${num(drop + side * reach)}Q${num(along + 20)} ${num(drop + side * reach * 0.4)} ${num(along + 8)} ${num(drop)}Z`;
    }
    d += `M0 -7Q${num(length * 0.6)} ${num(length * 0.04)} ${num(length)} ${num(length * 0.22)}Q${num(length * 0.6)} ${num(length * 0.1)} 0 7Z`;
    return at(stage, px, py, path(d, { fill: palette.at(tone) }), turn);
  };
  const leaves = (tone: number, reach: number): string =>
    [0, 1]
      .map((side) =>
        Array.from({ length: 4 }, (_, leaf) => {
          const px = side ? w + 20 * u : -20 * u;
          const py = h * (0.02 + leaf * 0.31) + detail.range(-30, 30) * u;
          const turn = (leaf - 1) * 15 + detail.range(-10, 10);
          return frond(px, py, reach * detail.range(0.85, 1.15), side ? 180 - turn : turn, tone);
        }).join(''),
      )
      .join('');
  const low = Array.from({ length: 7 }, (_, leaf) =>
    frond((leaf / 6) * w, h + 10 * u, 300, -90 + (leaf - 3) * 9 + detail.range(-14, 14), 0.03),
  ).join('');
  return (
    heavens(stage, level) +
    body(stage, mountains(stage, level, 240 * u, 4), 0.08) +
    haze(stage, level - 320 * u, level + 40 * u, 0) +
    glow(stage, x, roof - 30 * u, 380 * u, 0.9, 0.7) +
    path(steps + top, { fill: palette.at(0.24) }) +
    path(edges, { stroke: second.at(0.8), 'stroke-width': 5 * u, opacity: 0.6 }) +
    path(stair, { fill: palette.at(0.4) }) +
    path(box(x - 26 * u, roof - 62 * u, 52 * u, 64 * u), { fill: second.at(0.96) }) +
    body(
      stage,
      crestLine(stage, 20, (px) => level - 6 * u + 14 * u * Math.sin(px / (60 * u))),
      0.6,
    ) +
    haze(stage, level - 40 * u, h, 0.1) +
    leaves(0.14, 330) +
    leaves(0.05, 240) +
    low
  );
}
