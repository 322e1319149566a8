import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { group, num, path, rect } from '../svg.ts';
import { emblem, engravedGround, rosette } from './engraving.ts';

/** A fan of one to three gift cards, afloat. */
export function cards(stage: Stage): string {
  const { x, y, u, world } = stage;
  const side = world.sign();
  const turn = world.range(6, 26) * side;
  const apart = world.range(90, 180) * u;
  const count = world.pick([1, 2, 2, 3]);
  return (
    chamber(stage, 0.54, 780) +
    engravedGround(stage, 0.1) +
    glow(stage, x, y, 520 * u, 0.66, 0.55) +
    (count > 2 ? card(stage, x - side * apart * 0.7, y - apart * 1.15, turn * -1.5, 0.8, 0.28) : '') +
    (count > 1 ? card(stage, x - side * apart * 0.4, y - apart * 0.6, turn * -0.5, 0.88, 0.38) : '') +
    card(stage, x + side * apart * 0.25, y + (count > 1 ? apart * 0.5 : 0), turn, count > 1 ? 1 : 1.12, 0.56) +
    flare(stage, x + 150 * u, y - 80 * u, 190 * u, 0.55)
  );
}

function card(stage: Stage, x: number, y: number, turn: number, scale: number, tone: number): string {
  const { u, world, palette, paint } = stage;
  const [wide, tall] = [560 * u, 350 * u];
  const face = paint.linear(
    [-wide / 2, -tall / 2],
    [wide / 2, tall / 2],
    [
      [0, palette.at(tone + 0.26)],
      [0.42, palette.at(tone)],
      [1, palette.at(tone - 0.24)],
    ],
  );
  const rounded = { rx: num(30 * u) };
  const clip = paint.clip(rect(-wide / 2, -tall / 2, wide, tall, rounded));
  const sheen = paint.linear(
    [-wide / 2, -tall / 2],
    [wide / 2, tall / 2],
    [
      [0.3, '#fff', 0],
      [0.46, '#fff', 0.26],
      [0.5, '#fff', 0.05],
      [0.56, '#fff', 0.16],
      [0.7, '#fff', 0],
    ],
  );
  const lines = rosette(wide * 0.22, 0, {
    r: tall * 0.72,
    petals: world.int(8, 12),
    lines: 8,
    depth: 0.85,
    hole: 0.28,
  });
  const shadow = [46, 30, 14]
    .map((drop) =>
      rect(-wide / 2 + 6, -tall / 2 + drop * u, wide, tall, { ...rounded, fill: palette.at(0.01), opacity: 0.2 }),
    )
    .join('');
  const inside =
    path(lines, { fill: 'none', stroke: palette.at(0.97), 'stroke-width': 1.6 * u, opacity: 0.55 }) +
    rect(-wide / 2, tall * 0.3, wide, tall * 0.2, { fill: palette.at(0.06), opacity: 0.34 }) +
    rect(-wide / 2, -tall / 2, wide, tall, { fill: sheen });
  const chip =
    rect(-wide * 0.41, -tall * 0.3, 84 * u, 62 * u, {
      rx: num(12 * u),
      fill: paint.across(
        [0, 0],
        [1, 1],
        [
          [0, palette.at(0.99)],
          [1, palette.at(0.72)],
        ],
      ),
    }) +
    path(
      `M${num(-wide * 0.41 + 28 * u)} ${num(-tall * 0.3)}v${num(62 * u)}m${num(28 * u)} 0v${num(-62 * u)}m${num(-56 * u)} ${num(31 * u)}h${num(84 * u)}`,
      { stroke: palette.at(0.3), 'stroke-width': 2 * u, fill: 'none', opacity: 0.6 },
    );
  const digits = [0, 1, 2, 3]
    .map((block) =>
      rect(-wide * 0.41 + block * 96 * u, tall * 0.37, 72 * u, 12 * u, {
        rx: num(6 * u),
        fill: palette.at(0.95),
        opacity: 0.8,
      }),
    )
    .join('');
  const rim = rect(-wide / 2, -tall / 2, wide, tall, {
    ...rounded,
    fill: 'none',
    stroke: paint.linear(
      [0, -tall / 2],
      [0, tall / 2],
      [
        [0, '#fff', 0.75],
        [0.5, '#fff', 0.1],
        [1, palette.at(0.1), 0.5],
      ],
    ),
    'stroke-width': 2.6 * u,
  });
  return group(
    shadow +
      rect(-wide / 2, -tall / 2, wide, tall, { ...rounded, fill: face }) +
      group(inside, { 'clip-path': clip }) +
      chip +
      digits +
      emblem(stage, wide * 0.22, 0, 40 * u) +
      rim,
    { transform: `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) skewX(${num(-turn * 0.5)}) scale(${scale})` },
  );
}
