import { beams, flare, glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, dots, type Point, path, polygon, rect } from '../svg.ts';
import { birds, pines } from './landscape.ts';
import { at } from './local.ts';
import { mountainFaces, mountains } from './mountains.ts';
import { body, crestLine, haze, heavens, tone } from './range.ts';
import { bareTree } from './wild.ts';

/** A great tree whose leaves give light. */
export function worldTree(stage: Stage): string {
  const { x, h, u, horizon, detail, palette } = stage;
  const noise = createNoise(detail);
  const level = horizon + 170 * u;
  const crown = level - 510 * u;
  const hill = crestLine(stage, 20, (px) => {
    const near = Math.exp(-(((px - x) / (330 * u)) ** 2));
    return level + 110 * u - 130 * u * near + 16 * u * fractal(noise, px / (140 * u), 4, 3);
  });
  const leaves = (count: number, wide: number, tall: number): Point[] =>
    Array.from({ length: count }, (): Point => {
      const turn = detail.range(0, Math.PI * 2);
      const away = Math.sqrt(detail.next());
      return [x + Math.cos(turn) * away * wide * u, crown + Math.sin(turn) * away * tall * u];
    });
  const falling: Point[] = Array.from({ length: 50 }, () => [
    x + detail.range(-420, 420) * u,
    crown + detail.range(100, 620) * u,
  ]);
  const roots = polygon([
    [x - 26 * u, level - 150 * u],
    [x + 26 * u, level - 150 * u],
    [x + 52 * u, level - 40 * u],
    [x + 160 * u, level + 40 * u],
    [x - 160 * u, level + 40 * u],
    [x - 52 * u, level - 40 * u],
  ]);
  const far = mountains(stage, level, 240 * u, 6);
  return (
    heavens(stage, level) +
    body(stage, far, 0.1) +
    haze(stage, level - 200 * u, level + 90 * u, 0) +
    glow(stage, x, crown, 620 * u, 0.86, 0.9) +
    dots(leaves(230, 400, 250), 46 * u, { stroke: palette.at(0.56), opacity: 0.4 }) +
    path(roots, { fill: palette.at(0.05) }) +
    path(bareTree(stage, x, level, 225 * u, -Math.PI / 2, 40 * u), { fill: palette.at(0.05) }) +
    dots(leaves(260, 380, 230), 26 * u, { stroke: palette.at(0.78), opacity: 0.75 }) +
    dots(leaves(220, 330, 200), 14 * u, { stroke: palette.at(0.95), opacity: 0.95 }) +
    body(stage, hill, 0.8) +
    dots(falling, 7 * u, { stroke: palette.at(0.95), opacity: 0.8 }) +
    haze(stage, level + 60 * u, h, 0.4)
  );
}

/** Standing stones with signs that glow. */
export function runes(stage: Stage): string {
  const { x, h, u, horizon, detail, palette, second, paint } = stage;
  const noise = createNoise(detail);
  const level = horizon + 120 * u;
  const ground = crestLine(stage, 22, (px) => level + 20 * u * fractal(noise, px / (260 * u), 2, 3));
  const near = crestLine(stage, 18, (px) => level + 120 * u + 26 * u * fractal(noise, px / (120 * u), 7, 3));
  const rock = paint.linear(
    [0, -420],
    [0, 60],
    [
      [0, palette.at(0.34)],
      [0.6, palette.at(0.16)],
      [1, palette.at(0.05)],
    ],
  );
  const stone = (px: number, foot: number, size: number): string => {
    const lean = detail.range(-22, 22);
    const outline = polygon([
      [-86, 60],
      [-74 + lean * 0.4, -200],
      [-52 + lean, -360],
      [4 + lean, -420],
      [48 + lean, -380],
      [70 + lean * 0.5, -210],
      [88, 60],
    ]);
    let sign = '';
    for (let row = 0; row < 4; row += 1) {
      const y = -320 + row * 84;
      const middle = lean * (1 - row * 0.25);
      sign += `M${middle} ${y}v60`;
      for (const arm of [-1, 1])
        if (detail.chance(0.7)) {
          const top = y + detail.int(0, 2) * 20;
          sign += `M${middle} ${top}l${arm * 26} ${detail.chance(0.5) ? 24 : -24}`;
        }
    }
    const strokes = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
    return at(
      stage,
      px,
      foot,
      path(outline, { fill: rock }) +
        path(
          polygon([
            [48 + lean, -380],
            [70 + lean * 0.5, -210],
            [88, 60],
            [54, 60],
            [40 + lean * 0.5, -210],
            [24 + lean, -380],
          ]),
          { fill: palette.at(0.02), opacity: 0.6 },
        ) +
        path(sign, { ...strokes, stroke: second.at(0.8), 'stroke-width': 22, opacity: 0.35 }) +
        path(sign, { ...strokes, stroke: second.at(0.97), 'stroke-width': 8 }),
      0,
      size,
    );
  };
  const back = mountains(stage, horizon + 60 * u, 260 * u, 9);
  return (
    heavens(stage, level) +
    body(stage, back, 0.1) +
    mountainFaces(stage, back, tone(stage, 0.1), 200 * u) +
    haze(stage, horizon - 100 * u, level + 60 * u, 0) +
    birds(stage, horizon * 0.4) +
    body(stage, ground, 0.6) +
    stone(x - 190 * u, level + 20 * u, 0.62) +
    stone(x + 200 * u, level + 24 * u, 0.66) +
    glow(stage, x, level - 120 * u, 420 * u, 0.8, 0.6) +
    stone(x - 350 * u, level + 130 * u, 0.92) +
    stone(x + 370 * u, level + 140 * u, 0.96) +
    stone(x, level + 90 * u, 1.12) +
    body(stage, near, 0.9) +
    haze(stage, level + 60 * u, h, 0.3)
  );
}

/** A temple of columns on its hill, lit from within. */
export function temple(stage: Stage): string {
  const { x, h, u, horizon, world, palette, second, paint } = stage;
  const level = horizon + 40 * u;
  const count = world.pick([6, 8]);
  const half = 300;
  const shaft = paint.across(
    [0, 0],
    [1, 0],
    [
      [0, palette.at(0.3)],
      [0.35, palette.at(0.72)],
      [1, palette.at(0.12)],
    ],
  );
  let columns = '';
  for (let index = 0; index < count; index += 1) {
    const px = -half + 32 + (index / (count - 1)) * (half * 2 - 64);
    columns += rect(px - 19, -270, 38, 270, { fill: shaft }) + rect(px - 27, -284, 54, 16, { fill: palette.at(0.5) });
  }
  const steps = [0, 1, 2].map((step) =>
    rect(-half - 14 - step * 26, step * 22, (half + 14 + step * 26) * 2, 24, { fill: palette.at(0.46 - step * 0.12) }),
  );
  const building =
    rect(-half + 10, -276, half * 2 - 20, 280, { fill: second.at(0.78) }) +
    glow(stage, 0, -110, 330, 0.97, 0.9) +
    columns +
    rect(-half - 10, -330, half * 2 + 20, 48, { fill: palette.at(0.42) }) +
    rect(-half - 10, -330, half * 2 + 20, 8, { fill: second.at(0.8), opacity: 0.7 }) +
    path(
      polygon([
        [-half - 26, -330],
        [0, -452],
        [half + 26, -330],
      ]),
      { fill: palette.at(0.3) },
    ) +
    path(
      polygon([
        [-half + 70, -342],
        [0, -424],
        [half - 70, -342],
      ]),
      { fill: palette.at(0.12) },
    ) +
    steps.join('');
  const hill = crestLine(stage, 18, (px) => {
    const near = Math.exp(-(((px - x) / (520 * u)) ** 8));
    return level + 260 * u - 205 * u * near;
  });
  const back = mountains(stage, level + 60 * u, 200 * u, 12);
  const near = crestLine(stage, 24, (px) => h * 0.94 + 30 * u * Math.sin(px / (170 * u)));
  return (
    heavens(stage, level) +
    body(stage, back, 0.12) +
    haze(stage, level - 180 * u, level + 120 * u, 0) +
    at(stage, x, level, building) +
    body(stage, hill, 0.72) +
    haze(stage, level + 120 * u, h, 0.3) +
    pines(stage, near, 210 * u, palette.at(0.04)) +
    body(stage, near, 1)
  );
}

/** Two crossed swords before a light. */
export function swords(stage: Stage): string {
  const { x, y, u, world, palette, second, paint } = stage;
  const lean = world.range(34, 42);
  const steel = paint.linear(
    [-30, 0],
    [30, 0],
    [
      [0, '#fff'],
      [0.48, palette.at(0.86)],
      [0.52, palette.at(0.46)],
      [1, palette.at(0.26)],
    ],
  );
  const gold = paint.linear(
    [0, 190],
    [0, 250],
    [
      [0, second.at(0.92)],
      [1, second.at(0.42)],
    ],
  );
  const sword =
    path(
      polygon([
        [0, -480],
        [30, -410],
        [26, 200],
        [-26, 200],
        [-30, -410],
      ]),
      { fill: steel },
    ) +
    path(box(-4, -400, 8, 560), { fill: palette.at(0.3), opacity: 0.5 }) +
    path('M-130 196Q-136 226 -112 232L112 232Q136 226 130 196Q0 216 -130 196Z', { fill: gold }) +
    rect(-18, 230, 36, 140, { rx: 8, fill: palette.at(0.1) }) +
    path('M-18 252h36M-18 284h36M-18 316h36M-18 348h36', { stroke: second.at(0.5), 'stroke-width': 6 }) +
    circle(0, 388, 32, { fill: gold });
  const shadow = path(box(-30, -460, 60, 860), { fill: palette.at(0.01), opacity: 0.35 });
  const place = y + 40 * u;
  return (
    chamber(stage, 0.46, 820) +
    beams(stage, 16, 0.12) +
    glow(stage, x, place, 520 * u, 0.86, 0.85) +
    at(stage, x + 14 * u, place + 24 * u, shadow, lean) +
    at(stage, x, place, sword, lean) +
    at(stage, x - 14 * u, place + 24 * u, shadow, -lean) +
    at(stage, x, place, sword, -lean) +
    flare(stage, x, place - 60 * u, 240 * u, 0.8)
  );
}
