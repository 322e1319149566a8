import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, dots, num, type Point, path, polygon } from '../svg.ts';
import { engravedGround, rosette } from './engraving.ts';

type Box = {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly deep: number;
  readonly tall: number;
};

/** One to three wrapped presents seen over a corner, a rosette behind them. */
export function giftBox(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette } = stage;
  const size = world.range(165, 215) * u;
  const halo = rosette(x, y, {
    r: size * 2.1,
    petals: world.int(5, 14),
    lines: 6,
    depth: world.range(0.5, 1),
    hole: 0.4,
  });
  const sparks: Point[] = Array.from({ length: 40 }, () => [detail.range(0, w), detail.range(0, h * 0.8)]);
  const side = world.sign();
  const others = world.int(0, 2);
  const pale = world.chance(0.4);
  return (
    chamber(stage, 0.52, 780) +
    engravedGround(stage, 0.1) +
    path(halo, { fill: 'none', stroke: palette.at(0.8), 'stroke-width': 1.8 * u, opacity: 0.3 }) +
    glow(stage, x, y, size * 2.1, 0.74, 0.6) +
    dots(sparks, 5, { stroke: palette.accent, opacity: 0.6 }) +
    (others > 1 ? present(stage, x - side * size * 1.25, y + size * 0.3, size * 0.55, !pale) : '') +
    present(stage, x, y, size, pale) +
    (others > 0 ? present(stage, x + side * size * 1.02, y + size * 0.78, size * 0.5, !pale) : '')
  );
}

function present(stage: Stage, x: number, y: number, size: number, isPale: boolean): string {
  const { world } = stage;
  const box: Box = { x, y: y + size * 0.1, wide: size * 0.87, deep: size * 0.46, tall: size * world.range(0.7, 1.2) };
  const lid: Box = { ...box, y: box.y - size * 0.02, wide: box.wide * 1.1, deep: box.deep * 1.1, tall: size * 0.26 };
  const [wall, cover, ribbon] = isPale ? [0.74, 0.8, 0.42] : [0.5, 0.62, 0.95];
  return (
    walls(stage, box, wall, ribbon - 0.06) +
    walls(stage, lid, cover, ribbon) +
    bow(stage, x, lid.y - lid.deep * 0.1, size, ribbon) +
    flare(stage, x - box.wide * 0.55, lid.y - lid.deep * 0.35, size * 0.8, 0.55)
  );
}

/** Two walls and the top, each crossed by a ribbon. */
function walls(stage: Stage, { x, y, wide, deep, tall }: Box, tone: number, ribbon: number): string {
  const { palette, paint } = stage;
  const back: Point = [x, y - deep];
  const right: Point = [x + wide, y];
  const front: Point = [x, y + deep];
  const left: Point = [x - wide, y];
  const along = (a: Point, b: Point, share: number): Point => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
  ];
  const below = ([px, py]: Point): Point => [px, py + tall];
  const upright = (a: Point, b: Point): string => polygon([a, b, below(b), below(a)]);
  const fall = (top: number, foot: number): string =>
    paint.across(
      [0, 0],
      [0, 1],
      [
        [0, palette.at(top)],
        [1, palette.at(Math.max(0.03, foot))],
      ],
    );
  const band = (a: Point, b: Point, c: Point, d: Point): string =>
    polygon([along(a, b, 0.4), along(a, b, 0.6), along(c, d, 0.6), along(c, d, 0.4)]);
  return (
    path(upright(left, front), { fill: fall(tone, tone - 0.26) }) +
    path(upright(front, right), { fill: fall(tone - 0.2, tone - 0.42) }) +
    path(upright(along(left, front, 0.4), along(left, front, 0.6)), { fill: fall(ribbon, ribbon - 0.24) }) +
    path(upright(along(front, right, 0.4), along(front, right, 0.6)), { fill: fall(ribbon - 0.24, ribbon - 0.46) }) +
    path(polygon([back, right, front, left]), {
      fill: palette.at(tone + 0.16),
      stroke: palette.at(tone + 0.3),
      'stroke-width': 2,
    }) +
    path(band(left, front, back, right) + band(back, left, right, front), {
      fill: palette.at(Math.min(1, ribbon + 0.02)),
    })
  );
}

/** Two loops, two tails and a knot. */
function bow(stage: Stage, x: number, y: number, size: number, tone: number): string {
  const { palette, paint } = stage;
  const at = (dx: number, dy: number): string => `${num(x + dx * size)} ${num(y + dy * size)}`;
  const loop = (side: number): string =>
    `M${at(0, 0)}C${at(side * 0.12, -0.5)} ${at(side * 0.72, -0.62)} ${at(side * 0.66, -0.24)}C${at(side * 0.62, -0.02)} ${at(side * 0.22, 0.02)} ${at(0, 0)}Z`;
  const inner = (side: number): string =>
    `M${at(side * 0.1, -0.06)}C${at(side * 0.2, -0.34)} ${at(side * 0.54, -0.44)} ${at(side * 0.52, -0.24)}C${at(side * 0.5, -0.1)} ${at(side * 0.26, -0.06)} ${at(side * 0.1, -0.06)}Z`;
  const tail = (side: number): string =>
    `M${at(0, 0)}C${at(side * 0.14, 0.1)} ${at(side * 0.3, 0.12)} ${at(side * 0.4, 0.34)}L${at(side * 0.27, 0.3)}L${at(side * 0.2, 0.4)}C${at(side * 0.14, 0.2)} ${at(side * 0.06, 0.12)} ${at(0, 0.06)}Z`;
  const fill = paint.linear(
    [x, y - size * 0.55],
    [x, y + size * 0.35],
    [
      [0, palette.at(tone + 0.1)],
      [0.5, palette.at(tone - 0.05)],
      [1, palette.at(tone - 0.26)],
    ],
  );
  return (
    path(tail(1) + tail(-1), { fill: palette.at(tone - 0.22) }) +
    path(loop(1) + loop(-1), { fill }) +
    path(inner(1) + inner(-1), { fill: palette.at(Math.max(0.1, tone - 0.5)) }) +
    circle(x, y - size * 0.03, size * 0.1, {
      fill: palette.at(tone + 0.06),
      stroke: palette.at(tone - 0.3),
      'stroke-width': size * 0.012,
    })
  );
}
