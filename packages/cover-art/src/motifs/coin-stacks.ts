import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { dots, ellipse, group, num, type Point, path } from '../svg.ts';
import { emblem, engravedGround } from './engraving.ts';

/** Towers of coins, the tallest where the subject stands. */
export function coinStacks(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette } = stage;
  const r = world.range(88, 108) * u;
  const floor = y + 200 * u;
  const towers = [-2, 2, -1, 1, 0].map((place) => ({
    x: x + place * r * 1.72 + detail.range(-0.1, 0.1) * r,
    y: floor + (2 - Math.abs(place)) * r * 0.3,
    count: Math.max(2, Math.round(world.range(10, 13) - Math.abs(place) * world.range(2.2, 3.6))),
  }));
  const sparks: Point[] = Array.from({ length: 46 }, () => [detail.range(0, w), detail.range(0, h * 0.75)]);
  const [, , , , tallest = { x, y, count: 1 }] = towers;
  const crown = tallest.y - tallest.count * r * 0.32;
  return (
    chamber(stage, 0.5, 800) +
    engravedGround(stage, 0.12) +
    glow(stage, x, y, 520 * u, 0.72, 0.6) +
    dots(sparks, 4.6, { stroke: palette.accent, opacity: 0.6 }) +
    ellipse(x, floor + r * 0.7, r * 5, r * 0.9, { fill: palette.at(0.02), opacity: 0.45 }) +
    towers.map((tower) => stack(stage, tower.x, tower.y, r, tower.count)).join('') +
    flare(stage, tallest.x - r * 0.5, crown - r * 0.1, r * 2.4, 0.75)
  );
}

function stack(stage: Stage, x: number, y: number, r: number, count: number): string {
  const { palette, paint, detail } = stage;
  const flat = 0.34;
  const thick = r * 0.32;
  const edge = paint.across(
    [0, 0],
    [1, 0],
    [
      [0, palette.at(0.2)],
      [0.22, palette.at(0.62)],
      [0.36, palette.at(0.93)],
      [0.52, palette.at(0.6)],
      [1, palette.at(0.12)],
    ],
  );
  const face = paint.across(
    [0, 0],
    [1, 1],
    [
      [0, palette.at(0.97)],
      [0.5, palette.at(0.72)],
      [1, palette.at(0.5)],
    ],
  );
  let drawn = '';
  for (let coin = 0; coin < count; coin += 1) {
    const cx = x + detail.range(-0.06, 0.06) * r;
    const top = y - (coin + 1) * thick;
    const side = `M${num(cx - r)} ${num(top)}v${num(thick)}A${num(r)} ${num(r * flat)} 0 0 0 ${num(cx + r)} ${num(top + thick)}v${num(-thick)}Z`;
    drawn += path(side, { fill: edge, stroke: palette.at(0.12), 'stroke-width': 1.4 });
    drawn += ellipse(cx, top, r, r * flat, { fill: face, stroke: palette.at(0.3), 'stroke-width': 1.2 });
    if (coin === count - 1) {
      drawn += ellipse(cx, top, r * 0.78, r * 0.78 * flat, {
        fill: palette.at(0.6),
        stroke: palette.at(0.9),
        'stroke-width': 2,
      });
      drawn += group(emblem(stage, 0, 0, r * 0.5), { transform: `translate(${num(cx)} ${num(top)}) scale(1 ${flat})` });
    }
  }
  return drawn;
}
