import { flare, glow } from '../light.ts';
import { sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, num, type Point, path, polygon, rect } from '../svg.ts';
import { at, mirrored } from './local.ts';
import { heavens } from './range.ts';
import { skyline } from './skyline.ts';

/** A low car from behind, its lights on, on the road to a city. */
export function car(stage: Stage): string {
  const { x, w, h, u, horizon, palette, second, paint } = stage;
  const level = horizon * 0.96;
  const foot = Math.min(h - 90 * u, level + 350 * u);
  const asphalt = paint.linear(
    [0, level],
    [0, h],
    [
      [0, second.at(0.6)],
      [0.18, palette.at(0.24)],
      [1, palette.at(0.04)],
    ],
  );
  const paintwork = paint.linear(
    [0, -190],
    [0, 0],
    [
      [0, palette.at(0.66)],
      [0.45, palette.at(0.34)],
      [1, palette.at(0.06)],
    ],
  );
  const glass = paint.linear(
    [0, -250],
    [0, -150],
    [
      [0, second.at(0.9)],
      [1, palette.at(0.1)],
    ],
  );
  const half =
    rect(-300, -46, 110, 76, { rx: 22, fill: palette.at(0.02) }) +
    path('M0 -270H-110Q-140 -268 -158 -244L-216 -160L-292 -140Q-322 -130 -324 -96L-316 -20Q-310 6 -280 6H0Z', {
      fill: paintwork,
    }) +
    path('M0 -250H-104Q-124 -248 -136 -232L-184 -164Q-100 -152 0 -152Z', { fill: glass }) +
    path('M-316 -118L-150 -106L-146 -84L-312 -82Z', { fill: second.at(0.5) }) +
    path('M-306 -110L-166 -100L-163 -92L-304 -92Z', { fill: '#fff' }) +
    path(box(-250, -20, 250, 30), { fill: palette.at(0.03) }) +
    path('M-216 -160Q-100 -148 0 -148', { fill: 'none', stroke: second.at(0.9), 'stroke-width': 4, opacity: 0.7 }) +
    rect(-120, -8, 60, 22, { rx: 10, fill: palette.at(0.3) }) +
    path('M0 -172H-240L-250 -192H0Z', { fill: palette.at(0.05) });
  let dashes = '';
  for (let dash = 0; dash < 7; dash += 1) {
    const near = (dash / 7) ** 2;
    const next = ((dash + 0.5) / 7) ** 2;
    const y = (share: number): number => level + share * (h - level) * 1.1;
    for (const side of [-1, 1])
      dashes += polygon([
        [x + side * (30 + near * 900) * u, y(near)],
        [x + side * (36 + near * 980) * u, y(near)],
        [x + side * (36 + next * 980) * u, y(next)],
        [x + side * (30 + next * 900) * u, y(next)],
      ]);
  }
  const red = (side: number): string => glow(stage, x + side * 235 * u, foot - 100 * u, 210 * u, 0.8, 0.95);
  return (
    sky(stage, level) +
    stars(stage, level, 60) +
    glow(stage, x, level, 620 * u, 0.88, 0.9) +
    skyline(stage, level + 2, 'far') +
    rect(0, level, w, h - level, { fill: palette.at(0.1) }) +
    path(
      polygon([
        [x - 50 * u, level],
        [x + 50 * u, level],
        [x + 1500 * u, h],
        [x - 1500 * u, h],
      ]),
      { fill: asphalt },
    ) +
    path(dashes, { fill: second.at(0.95), opacity: 0.85 }) +
    circle(x, foot + 16 * u, 330 * u, {
      fill: palette.at(0.01),
      opacity: 0.5,
      transform: `translate(0 ${num((foot + 16 * u) * 0.9)}) scale(1 0.1)`,
    }) +
    at(stage, x, foot, mirrored(half), 0, 1.12) +
    red(-1) +
    red(1) +
    flare(stage, x - 250 * u, foot - 112 * u, 190 * u, 0.7) +
    flare(stage, x + 250 * u, foot - 112 * u, 190 * u, 0.7)
  );
}

/** A chequered flag in the wind. */
export function chequered(stage: Stage): string {
  const { x, y, w, h, u, world, palette, second, paint } = stage;
  const phase = world.range(0, 6);
  const size = 118 * u;
  const tilt = world.range(0.16, 0.3) * world.sign();
  const bend = (column: number, row: number): Point => {
    const px = x + (column - 9) * size;
    const lift = Math.sin(column * 0.62 + phase) * 62 * u + Math.sin(column * 0.27 + row * 0.2) * 40 * u;
    return [px + Math.sin(row * 0.5 + phase) * 12 * u, y + (row - 3) * size + lift + (px - x) * tilt];
  };
  let dark = '';
  let light = '';
  let shade = '';
  for (let column = 0; column < 18; column += 1)
    for (let row = 0; row < 6; row += 1) {
      const cell = polygon([
        bend(column, row),
        bend(column + 1, row),
        bend(column + 1, row + 1),
        bend(column, row + 1),
      ]);
      if ((column + row) % 2) dark += cell;
      else light += cell;
      const slope = Math.cos(column * 0.62 + phase + 0.3);
      if (slope > 0.1) shade += path(cell, { fill: palette.at(0.02), opacity: slope * 0.42 });
    }
  const back = paint.linear(
    [0, 0],
    [0, h],
    [
      [0, palette.at(0.3)],
      [0.5, second.at(0.66)],
      [1, palette.at(0.08)],
    ],
  );
  const streaks = Array.from({ length: 16 }, (_, streak) => {
    const at0 = ((streak * 137) % 100) / 100;
    return box(-20, at0 * h, w + 40, (2 + ((streak * 31) % 9)) * u);
  }).join('');
  return (
    rect(0, 0, w, h, { fill: back }) +
    path(streaks, {
      fill: second.at(0.92),
      opacity: 0.14,
      transform: `rotate(${num((tilt * 180) / Math.PI)} ${num(x)} ${num(y)})`,
    }) +
    glow(stage, x, y, 700 * u, 0.9, 0.6) +
    path(light, { fill: '#fff' }) +
    path(dark, { fill: palette.at(0.08) }) +
    shade +
    glow(stage, x - 200 * u, y - 160 * u, 420 * u, 0.95, 0.25)
  );
}

/** A ferris wheel with lights above a fair. */
export function fair(stage: Stage): string {
  const { x, w, h, u, horizon, world, palette, second } = stage;
  const r = 330 * u;
  const foot = horizon + 250 * u;
  const hub: Point = [x, foot - r - 110 * u];
  const turn = world.range(0, 1);
  const count = 16;
  const at0 = (index: number, far: number): Point => {
    const angle = ((index + turn) / count) * Math.PI * 2;
    return [hub[0] + Math.cos(angle) * far, hub[1] + Math.sin(angle) * far];
  };
  const every = Array.from({ length: count }, (_, index) => index);
  const spokes = every.map((index) => `M${num(hub[0])} ${num(hub[1])}L${at0(index, r).map(num).join(' ')}`).join('');
  const rim = (far: number, wide: number, tone: number): string =>
    circle(hub[0], hub[1], far, { fill: 'none', stroke: second.at(tone), 'stroke-width': wide * u });
  const cabins = every
    .map((index) => {
      const [px, py] = at0(index, r);
      return (
        path(
          `M${num(px - 26 * u)} ${num(py + 18 * u)}h${num(52 * u)}v${num(20 * u)}q${num(-26 * u)} ${num(26 * u)} ${num(-52 * u)} 0Z`,
          {
            fill: (index % 2 ? palette : second).at(0.7),
          },
        ) +
        path(`M${num(px - 30 * u)} ${num(py + 18 * u)}q${num(30 * u)} ${num(-40 * u)} ${num(60 * u)} 0Z`, {
          fill: palette.at(0.1),
        })
      );
    })
    .join('');
  const lamps = every
    .flatMap((index) => [0.35, 0.68, 1].map((share) => at0(index + (share < 1 ? 0 : 0.5), r * share)))
    .map(([px, py]) => circle(px, py, 8 * u, { fill: second.at(0.97) }))
    .join('');
  const legs = polygon([
    [hub[0] - 12 * u, hub[1]],
    [hub[0] + 12 * u, hub[1]],
    [hub[0] + 190 * u, foot + 20 * u],
    [hub[0] + 150 * u, foot + 20 * u],
    [hub[0], hub[1] + 90 * u],
    [hub[0] - 150 * u, foot + 20 * u],
    [hub[0] - 190 * u, foot + 20 * u],
  ]);
  let tents = '';
  let flags = '';
  let stalls = '';
  for (let px = (x % (210 * u)) - 210 * u; px < w + 100 * u; px += 210 * u) {
    tents += polygon([
      [px - 100 * u, foot + 30 * u],
      [px, foot - 80 * u],
      [px + 100 * u, foot + 30 * u],
    ]);
    flags += polygon([
      [px, foot - 130 * u],
      [px + 46 * u, foot - 114 * u],
      [px, foot - 98 * u],
    ]);
    for (const stripe of [-70, -14, 42]) stalls += box(px + stripe * u, foot + 60 * u, 28 * u, 70 * u);
    tents += box(px - 3 * u, foot - 130 * u, 6 * u, 60 * u);
  }
  return (
    heavens(stage, foot) +
    glow(stage, hub[0], hub[1], r * 1.7, 0.8, 0.8) +
    path(spokes, { stroke: second.at(0.8), 'stroke-width': 5 * u, opacity: 0.8 }) +
    rim(r, 12, 0.9) +
    rim(r * 0.68, 6, 0.8) +
    rim(r * 0.35, 5, 0.8) +
    path(legs, { fill: palette.at(0.06) }) +
    lamps +
    cabins +
    circle(hub[0], hub[1], 34 * u, { fill: second.at(0.96) }) +
    path(tents, { fill: palette.at(0.05) }) +
    rect(0, foot + 28 * u, w, h, { fill: palette.at(0.05) }) +
    path(stalls, { fill: second.at(0.72), opacity: 0.9 }) +
    path(flags, { fill: second.at(0.8) }) +
    rect(0, foot + 26 * u, w, 6 * u, { fill: second.at(0.9), opacity: 0.7 }) +
    flare(stage, hub[0], hub[1], 200 * u, 0.7)
  );
}
