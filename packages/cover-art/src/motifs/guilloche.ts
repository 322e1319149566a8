import { glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, curve, group, num, type Point, path } from '../svg.ts';
import { coins } from './coin.ts';
import { coinStacks } from './coin-stacks.ts';
import { emblem, engravedGround, rosette } from './engraving.ts';
import { giftBox } from './gift-box.ts';
import { cards } from './gift-card.ts';

const ink = (stage: Stage, x: number, y: number, r: number): string =>
  stage.paint.radial([x, y], r, [
    [0, '#fff'],
    [0.4, stage.palette.at(0.88), 0.95],
    [0.8, stage.palette.at(0.7), 0.75],
    [1, stage.palette.at(0.6), 0.45],
  ]);

/** A great seal made of three rosettes. */
export function seal(stage: Stage): string {
  const { x, y, u, world, palette } = stage;
  const r = world.range(330, 400) * u;
  const petals = world.int(5, 13);
  const open = world.range(0.2, 0.5);
  const stroke = ink(stage, x, y, r);
  const layer = (
    size: number,
    count: number,
    lines: number,
    depth: number,
    hole: number,
    opacity: number,
    thick = 2,
  ): string =>
    path(rosette(x, y, { r: size, petals: count, lines, depth, hole }), {
      fill: 'none',
      stroke,
      'stroke-width': thick * u,
      opacity,
    });
  return (
    chamber(stage, 0.5, 780) +
    engravedGround(stage, 0.2) +
    glow(stage, x, y, r * 1.25, 0.62, 0.5) +
    layer(r * 1.5, petals * world.int(1, 3), 4, 0.4, 0.74, 0.4, 1.8) +
    layer(r * 1.06, petals, 8, world.range(0.45, 1), open, 0.9, 2.3) +
    layer(r * world.range(0.5, 0.72), petals + world.int(-2, 4), 6, 0.9, 0.3, 1, 2.3) +
    circle(x, y, r * 0.17, { fill: palette.at(0.06), opacity: 0.55 }) +
    layer(r * 0.26, 12, 4, 1, 0.55, 1) +
    emblem(stage, x, y, r * 0.1)
  );
}

/** Bands of crossing waves, as along the edge of a note. */
export function bandsOfWaves(stage: Stage): string {
  const { x, y, w, u, world, palette, paint } = stage;
  const bands = world.int(3, 4);
  const lean = world.range(-34, 34);
  let drawn = '';
  for (let band = 0; band < bands; band += 1) {
    const centre = y + (band - (bands - 1) / 2) * 270 * u;
    const knots = world.range(240, 380) * u;
    const shift = world.range(0, Math.PI * 2);
    const stroke = paint.linear(
      [x - 700 * u, centre],
      [x + 700 * u, centre],
      [
        [0, palette.at(0.5), 0.35],
        [0.5, palette.at(band === 1 ? 0.99 : 0.84)],
        [1, palette.at(0.5), 0.35],
      ],
    );
    let d = '';
    const lines = 15;
    for (let index = 0; index < lines; index += 1) {
      const phase = (index / lines) * Math.PI * 2;
      const points: Point[] = [];
      for (let px = -w * 0.3; px <= w * 1.3; px += knots / 7) {
        const envelope = 52 + 44 * Math.cos((px / knots) * Math.PI + shift);
        points.push([
          px,
          centre +
            u * envelope * Math.sin((px / knots) * Math.PI * 2 + phase) +
            26 * u * Math.sin(px / (330 * u) + shift),
        ]);
      }
      d += curve(points);
    }
    drawn += path(d, { fill: 'none', stroke, 'stroke-width': 1.7 * u, opacity: 0.85 });
  }
  const r = 150 * u;
  return (
    chamber(stage, 0.5, 800) +
    engravedGround(stage, 0.12) +
    group(drawn, { transform: `rotate(${num(lean)} ${num(x)} ${num(y)})` }) +
    glow(stage, x, y, r * 2, 0.5, 0.75) +
    circle(x, y, r, {
      fill: paint.radial([x, y - r * 0.4], r * 1.5, [
        [0, palette.at(0.52)],
        [1, palette.at(0.14)],
      ]),
      stroke: palette.at(0.9),
      'stroke-width': 3 * u,
    }) +
    path(rosette(x, y, { r: r * 0.9, petals: 10, lines: 6, depth: 0.9, hole: 0.36 }), {
      fill: 'none',
      stroke: palette.at(0.9),
      'stroke-width': 1.6 * u,
      opacity: 0.9,
    }) +
    emblem(stage, x, y, r * 0.28)
  );
}

export const guilloche = [seal, bandsOfWaves, cards, coins, giftBox, coinStacks] as const;
