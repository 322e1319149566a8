import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, path, polygon, rect } from '../svg.ts';
import { birds, pines, reflection } from './landscape.ts';
import { mountainFaces, mountains } from './mountains.ts';
import { body, crestLine, haze, heavens, tone } from './range.ts';

/** A round tower with a pointed roof, or a square one with battlements. */
function tower(x: number, foot: number, wide: number, tall: number, isPointed: boolean): string {
  const top = foot - tall;
  const half = wide / 2;
  if (isPointed) {
    const roof = polygon([
      [x - half * 1.35, top],
      [x, top - wide * 1.5],
      [x + half * 1.35, top],
    ]);
    return box(x - half, top, wide, tall) + roof;
  }
  const tooth = wide / 5;
  const teeth = [0, 2, 4].map((place) => box(x - half + place * tooth, top - tooth, tooth, tooth + 2)).join('');
  return box(x - half, top, wide, tall) + teeth;
}

/** A castle on its rock, with lit windows. */
export function castle(stage: Stage): string {
  const { x, u, h, horizon, world, detail, palette } = stage;
  const noise = createNoise(detail);
  const foot = horizon + 30 * u;
  const rock = crestLine(stage, 16, (px) => {
    const near = Math.exp(-(((px - x) / (250 * u)) ** 2));
    return horizon + 200 * u - 190 * u * near + 26 * u * fractal(noise, px / (90 * u), 4, 3);
  });
  const dark = palette.at(Math.max(0.03, tone(stage, 0.62)));
  let walls = box(x - 170 * u, foot - 90 * u, 340 * u, 120 * u);
  let lamps = '';
  const towers = world.int(5, 7);
  for (let index = 0; index < towers; index += 1) {
    const share = index / (towers - 1);
    const px = x + (share - 0.5) * 350 * u;
    const tall = (150 + 190 * Math.sin(share * Math.PI) ** 2 * detail.range(0.7, 1.2)) * u;
    const wide = detail.range(44, 70) * u;
    walls += tower(px, foot + 20 * u, wide, tall, index % 2 === 0);
    for (let row = 1; row < 4; row += 1)
      if (detail.chance(0.6)) lamps += box(px - 5 * u, foot + 20 * u - tall + row * 42 * u, 10 * u, 18 * u);
  }
  const back = mountains(stage, horizon + 40 * u, 300 * u, 3);
  const ground = crestLine(stage, 26, (px) => h * 0.93 + 40 * u * fractal(noise, px / (300 * u), 40, 2));
  return (
    heavens(stage, horizon) +
    body(stage, back, 0.08) +
    mountainFaces(stage, back, tone(stage, 0.08), 220 * u) +
    haze(stage, horizon - 120 * u, horizon + 90 * u, 0) +
    birds(stage, horizon * 0.4) +
    path(walls, { fill: dark }) +
    path(lamps, { fill: palette.accent }) +
    body(stage, rock, 0.7) +
    haze(stage, horizon + 110 * u, horizon + 330 * u, 0.3) +
    pines(stage, ground, 170 * u, palette.at(0.03)) +
    body(stage, ground, 1)
  );
}

/** A pagoda above clouded peaks. */
export function pagoda(stage: Stage): string {
  const { x, u, horizon, world, detail, palette, h } = stage;
  const noise = createNoise(detail);
  const tiers = world.int(5, 6);
  const foot = horizon + 60 * u;
  let roofs = '';
  let rooms = '';
  let lamps = '';
  for (let tier = 0; tier < tiers; tier += 1) {
    const y = foot - tier * 84 * u;
    const half = (150 - tier * 17) * u;
    rooms += box(x - half * 0.62, y - 84 * u, half * 1.24, 86 * u);
    lamps += [-0.36, 0, 0.36].map((at) => box(x + at * half - 9 * u, y - 50 * u, 18 * u, 30 * u)).join('');
    const eave = y - 60 * u;
    roofs += `M${x - half * 1.2} ${eave - 14 * u}Q${x - half * 0.7} ${eave + 8 * u} ${x - half * 0.5} ${eave - 34 * u}H${x + half * 0.5}Q${x + half * 0.7} ${eave + 8 * u} ${x + half * 1.2} ${eave - 14 * u}L${x + half} ${eave + 12 * u}H${x - half}Z`;
  }
  roofs += box(x - 5 * u, foot - tiers * 84 * u - 110 * u, 10 * u, 120 * u);
  const back = mountains(stage, horizon + 60 * u, 420 * u, 5);
  const rock = crestLine(stage, 18, (px) => {
    const near = Math.exp(-(((px - x) / (220 * u)) ** 2));
    return h * 0.86 - (h * 0.86 - foot) * near + 30 * u * fractal(noise, px / (120 * u), 8, 3);
  });
  return (
    heavens(stage, horizon) +
    body(stage, back, 0.05, 0.3) +
    haze(stage, horizon - 200 * u, horizon + 120 * u, 0) +
    path(rooms, { fill: palette.at(0.1) }) +
    path(lamps, { fill: palette.accent, opacity: 0.9 }) +
    path(roofs, { fill: palette.at(0.04) }) +
    body(stage, rock, 0.75) +
    haze(stage, foot + 20 * u, foot + 240 * u, 0.1) +
    haze(stage, foot + 180 * u, h, 0.35)
  );
}

/** A great gate in shallow water, before the sun. */
export function torii(stage: Stage): string {
  const { x, u, horizon, world, palette, second, paint, mood } = stage;
  const r = world.range(230, 290) * u;
  const shore = horizon * 1.08;
  const sun = paint.linear(
    [x, shore - r * 2],
    [x, shore],
    [
      [0, '#fff'],
      [0.4, second.at(0.86)],
      [1, second.at(0.62)],
    ],
  );
  const top = shore - 430 * u;
  const ink = palette.at(0.05);
  const beam = `M${x - 290 * u} ${top - 26 * u}Q${x} ${top + 14 * u} ${x + 290 * u} ${top - 26 * u}L${x + 262 * u} ${top + 34 * u}Q${x} ${top + 56 * u} ${x - 262 * u} ${top + 34 * u}Z`;
  const gate =
    path(
      beam +
        box(x - 236 * u, top + 110 * u, 472 * u, 34 * u) +
        box(x - 20 * u, top + 40 * u, 40 * u, 76 * u) +
        polygon([
          [x - 190 * u, top + 30 * u],
          [x - 150 * u, top + 30 * u],
          [x - 160 * u, shore],
          [x - 208 * u, shore],
        ]) +
        polygon([
          [x + 190 * u, top + 30 * u],
          [x + 150 * u, top + 30 * u],
          [x + 160 * u, shore],
          [x + 208 * u, shore],
        ]),
      { fill: ink },
    ) + rect(x - 300 * u, top - 34 * u, 600 * u, 0, {});
  const far = mountains(stage, shore, 170 * u, 2);
  const above =
    sky(stage, shore) +
    (mood === 'night' ? stars(stage, shore * 0.8, 60) : '') +
    glow(stage, x, shore - r, r * 2.4, 0.8, 0.7) +
    circle(x, shore - r * 0.8, r, { fill: sun }) +
    path(polygon([...far, [stage.w + 10, shore], [-10, shore]]), { fill: palette.at(tone(stage, 0.15)) }) +
    birds(stage, shore * 0.3) +
    gate;
  return reflection(stage, above, shore);
}

/** Steps up to an arch with light behind it and a fire on each side. */
export function archway(stage: Stage): string {
  const { x, w, h, u, horizon, palette, second, paint, detail } = stage;
  const foot = horizon + 110 * u;
  const arch = (half: number, tall: number): string =>
    `M${x - half} ${foot}V${foot - tall}Q${x - half} ${foot - tall - half * 1.1} ${x} ${foot - tall - half * 1.35}Q${x + half} ${foot - tall - half * 1.1} ${x + half} ${foot - tall}V${foot}Z`;
  const wall = paint.linear(
    [0, 0],
    [0, foot],
    [
      [0, palette.at(0.08)],
      [0.7, palette.at(0.24)],
      [1, palette.at(0.3)],
    ],
  );
  const beyond = paint.linear(
    [0, foot - 560 * u],
    [0, foot],
    [
      [0, second.at(0.4)],
      [0.55, second.at(0.72)],
      [1, second.at(0.95)],
    ],
  );
  let bricks = '';
  for (let row = 0; row * 62 * u < foot; row += 1) {
    bricks += `M0 ${row * 62 * u}H${w}`;
    for (let px = (row % 2) * 70 * u; px < w; px += 140 * u)
      if (detail.chance(0.8)) bricks += `M${px} ${row * 62 * u}v${62 * u}`;
  }
  let steps = '';
  for (let step = 0; step < 9; step += 1) {
    const y = foot + step ** 1.5 * 16 * u;
    const half = (210 + step * 62) * u;
    const fill = palette.at(0.34 - step * 0.03);
    steps +=
      rect(x - half, y, half * 2, h, { fill }) +
      rect(x - half, y, half * 2, 5 * u, { fill: second.at(0.7), opacity: 0.6 - step * 0.06 });
  }
  const fire = (px: number): string =>
    path(box(px - 16 * u, foot - 210 * u, 32 * u, 240 * u) + box(px - 40 * u, foot - 226 * u, 80 * u, 30 * u), {
      fill: palette.at(0.04),
    }) +
    glow(stage, px, foot - 260 * u, 240 * u, 0.86, 0.85) +
    path(
      `M${px - 26 * u} ${foot - 226 * u}Q${px - 40 * u} ${foot - 280 * u} ${px} ${foot - 330 * u}Q${px + 40 * u} ${foot - 280 * u} ${px + 26 * u} ${foot - 226 * u}Z`,
      { fill: second.at(0.92) },
    );
  return (
    rect(0, 0, w, h, { fill: wall }) +
    path(bricks, { fill: 'none', stroke: palette.at(0.05), 'stroke-width': 4 * u, opacity: 0.5 }) +
    path(arch(212 * u, 280 * u), { fill: palette.at(0.05) }) +
    path(arch(170 * u, 270 * u), { fill: beyond }) +
    glow(stage, x, foot - 180 * u, 420 * u, 0.9, 0.55) +
    rect(0, foot, w, h - foot, { fill: palette.at(0.06) }) +
    steps +
    fire(x - 310 * u) +
    fire(x + 310 * u)
  );
}
