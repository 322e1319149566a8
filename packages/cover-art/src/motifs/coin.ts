import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, group, num, path } from '../svg.ts';
import { emblem, engravedGround, rosette } from './engraving.ts';

/** A large coin with smaller coins around it. */
export function coins(stage: Stage): string {
  const { x, y, u, world, detail } = stage;
  const r = world.range(190, 235) * u;
  let scattered = '';
  for (let index = 0; index < 9; index += 1) {
    const angle = (index / 9) * Math.PI * 2 + detail.range(-0.25, 0.25);
    const away = r * detail.range(1.45, 2.5);
    scattered += coin(
      stage,
      x + Math.cos(angle) * away,
      y + Math.sin(angle) * away,
      r * detail.range(0.12, 0.34),
      detail.range(0.25, 0.95),
      detail.range(-70, 70),
    );
  }
  return (
    chamber(stage, 0.54, 760) +
    engravedGround(stage, 0.12) +
    scattered +
    glow(stage, x, y, r * 2.1, 0.8, 0.5) +
    coin(stage, x, y, r, 0.97, world.range(-16, 16)) +
    flare(stage, x - r * 0.62, y - r * 0.66, r * 1.3, 0.85)
  );
}

export function coin(stage: Stage, x: number, y: number, r: number, open: number, turn: number): string {
  const { palette, paint } = stage;
  const rim = paint.linear(
    [-r, -r],
    [r, r],
    [
      [0, palette.at(0.99)],
      [0.3, palette.at(0.74)],
      [0.52, palette.at(0.9)],
      [0.75, palette.at(0.5)],
      [1, palette.at(0.66)],
    ],
  );
  const bed = paint.linear(
    [-r, -r],
    [r, r],
    [
      [0, palette.at(0.42)],
      [0.5, palette.at(0.66)],
      [1, palette.at(0.3)],
    ],
  );
  const edge = Math.max(6, r * 0.13) * (1.25 - open);
  const milled =
    r > 70
      ? path(rosette(0, 0, { r: r * 0.82, petals: 16, lines: 6, depth: 0.8, hole: 0.55 }), {
          fill: 'none',
          stroke: palette.at(0.93),
          'stroke-width': Math.max(1, r * 0.008),
          opacity: 0.75,
        })
      : '';
  const body =
    circle(0, edge + r * 0.05, r, { fill: palette.at(0.2) }) +
    circle(0, edge * 0.5, r, { fill: palette.at(0.36) }) +
    circle(0, 0, r, { fill: rim }) +
    circle(0, 0, r * 0.86, { fill: bed, stroke: palette.at(0.25), 'stroke-width': Math.max(1, r * 0.012) }) +
    milled +
    emblem(stage, 0, 0, r * 0.4);
  return group(body, { transform: `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(1 ${open.toFixed(2)})` });
}
