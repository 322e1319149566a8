import { beams, flare, glow } from '../light.ts';
import { chamber, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, dots, ellipse, num, type Point, path, polygon, rect } from '../svg.ts';

/** Rows of spectators as points of light. */
function crowd(stage: Stage, top: number, bottom: number): string {
  const { w, detail, second, palette } = stage;
  const spread = (): Point[] => Array.from({ length: 150 }, () => [detail.range(0, w), detail.range(top, bottom)]);
  return (
    dots(spread(), 6, { stroke: palette.at(0.7), opacity: 0.5 }) +
    dots(spread(), 5, { stroke: second.at(0.9), opacity: 0.55 })
  );
}

function mast(stage: Stage, x: number, top: number, foot: number): string {
  const { u, palette } = stage;
  let lamps = '';
  for (let row = 0; row < 3; row += 1)
    for (let lamp = 0; lamp < 4; lamp += 1)
      lamps += circle(x + (lamp - 1.5) * 26 * u, top + row * 26 * u, 9 * u, { fill: '#fff' });
  return (
    path(box(x - 6 * u, top, 12 * u, foot - top) + box(x - 58 * u, top - 16 * u, 116 * u, 84 * u), {
      fill: palette.at(0.05),
    }) +
    lamps +
    glow(stage, x, top + 26 * u, 320 * u, 0.96, 0.8) +
    flare(stage, x, top + 26 * u, 260 * u, 0.7)
  );
}

/** A football ground at night: floodlights, rows of seats and the lines of the pitch. */
export function pitch(stage: Stage): string {
  const { x, w, h, u, horizon, palette, paint } = stage;
  const level = horizon * 0.98;
  const stand = level - 130 * u;
  const reach = Math.max(w, 900);
  const at = (side: number, depth: number): Point => [
    x + side * (0.36 + depth * 1.5) * reach,
    level + depth * (h - level),
  ];
  let stripes = '';
  for (let stripe = 0; stripe < 7; stripe += 2)
    stripes += polygon([
      at(-1, (stripe / 7) ** 1.6),
      at(1, (stripe / 7) ** 1.6),
      at(1, ((stripe + 1) / 7) ** 1.6),
      at(-1, ((stripe + 1) / 7) ** 1.6),
    ]);
  const grass = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.62)],
      [0.5, palette.at(0.44)],
      [1, palette.at(0.22)],
    ],
  );
  const chalk = { fill: 'none', stroke: '#fff', opacity: 0.85 };
  const goal = level + 6 * u;
  const box16 = polygon([at(-0.42, 0.02), at(0.42, 0.02), at(0.34, 0.24), at(-0.34, 0.24)]);
  const box5 = polygon([at(-0.2, 0.02), at(0.2, 0.02), at(0.17, 0.1), at(-0.17, 0.1)]);
  let net = '';
  for (let line = -5; line <= 5; line += 1) net += `M${num(x + line * 22 * u)} ${num(goal - 84 * u)}V${num(goal)}`;
  for (let line = 0; line < 4; line += 1)
    net += `M${num(x - 112 * u)} ${num(goal - 84 * u + line * 22 * u)}H${num(x + 112 * u)}`;
  return (
    sky(stage, stand) +
    stars(stage, stand, 50) +
    rect(0, stand, w, level - stand, { fill: palette.at(0.14) }) +
    crowd(stage, stand + 10 * u, level - 20 * u) +
    mast(stage, w * 0.12, level - 470 * u, level) +
    mast(stage, w * 0.88, level - 470 * u, level) +
    rect(0, level, w, h - level, { fill: grass }) +
    path(stripes, { fill: '#fff', opacity: 0.08 }) +
    path(polygon([at(-1, 0.01), at(1, 0.01), at(1, 1.3), at(-1, 1.3)]) + box16 + box5, {
      ...chalk,
      'stroke-width': 5 * u,
    }) +
    ellipse(x, h * 1.02, 330 * u, 150 * u, { ...chalk, 'stroke-width': 7 * u }) +
    path(net, { stroke: '#fff', 'stroke-width': 1.6 * u, opacity: 0.5 }) +
    path(`M${num(x - 116 * u)} ${num(goal)}V${num(goal - 88 * u)}H${num(x + 116 * u)}V${num(goal)}`, {
      fill: 'none',
      stroke: '#fff',
      'stroke-width': 8 * u,
    }) +
    circle(x + 30 * u, level + (h - level) * 0.5, 26 * u, { fill: '#fff' }) +
    circle(x + 36 * u, level + (h - level) * 0.5 + 6 * u, 20 * u, { fill: palette.at(0.5), opacity: 0.25 })
  );
}

/** A round stage under spotlights, with a crowd around it. */
export function arena(stage: Stage): string {
  const { x, w, h, u, horizon, palette, second, paint } = stage;
  const level = horizon + 120 * u;
  const cone = paint.linear(
    [0, 0],
    [0, level],
    [
      [0, second.at(0.98), 0.75],
      [1, second.at(0.8), 0.06],
    ],
  );
  let cones = '';
  let lamps = '';
  for (let lamp = 0; lamp < 5; lamp += 1) {
    const px = x + (lamp - 2) * 190 * u;
    const to = x + (lamp - 2) * 40 * u;
    cones += polygon([
      [px - 14 * u, 40 * u],
      [px + 14 * u, 40 * u],
      [to + 190 * u, level + 40 * u],
      [to - 190 * u, level + 40 * u],
    ]);
    lamps +=
      path(box(px - 34 * u, 0, 68 * u, 44 * u), { fill: palette.at(0.03) }) + glow(stage, px, 44 * u, 110 * u, 1, 0.9);
  }
  const floor = paint.radial([x, level + 40 * u], 430 * u, [
    [0, second.at(0.97)],
    [0.4, second.at(0.74)],
    [1, palette.at(0.26)],
  ]);
  return (
    chamber(stage, 0.42, 800) +
    rect(0, level - 210 * u, w, 220 * u, { fill: palette.at(0.1) }) +
    crowd(stage, level - 200 * u, level + 10 * u) +
    rect(0, level, w, h - level, { fill: palette.at(0.05) }) +
    crowd(stage, level + 230 * u, h) +
    ellipse(x, level + 76 * u, 440 * u, 150 * u, { fill: palette.at(0.02) }) +
    ellipse(x, level + 50 * u, 440 * u, 150 * u, { fill: floor }) +
    ellipse(x, level + 50 * u, 330 * u, 108 * u, {
      fill: 'none',
      stroke: palette.at(0.3),
      'stroke-width': 8 * u,
      opacity: 0.7,
    }) +
    ellipse(x, level + 50 * u, 110 * u, 36 * u, {
      fill: 'none',
      stroke: palette.at(0.3),
      'stroke-width': 8 * u,
      opacity: 0.7,
    }) +
    path(cones, { fill: cone, opacity: 0.5 }) +
    lamps
  );
}

/** Two forces that meet: each half has its own colour and strokes. */
export function clash(stage: Stage): string {
  const { x, y, w, h, u, detail, palette, second, paint } = stage;
  const reach = Math.hypot(w, h);
  const tilt = 0.42;
  const split: Point[] = [
    [x + tilt * y, -10],
    [x - tilt * (h - y), h + 10],
  ];
  const [top = [0, 0], foot = [0, 0]] = split;
  const right = paint.radial([x, y], reach * 0.7, [
    [0, second.at(0.9)],
    [0.35, second.at(0.56)],
    [1, second.at(0.12)],
  ]);
  const left = paint.radial([x, y], reach * 0.7, [
    [0, palette.at(0.86)],
    [0.35, palette.at(0.5)],
    [1, palette.at(0.08)],
  ]);
  const stroke = (isRight: boolean): string => {
    let d = '';
    for (let ray = 0; ray < 34; ray += 1) {
      const angle = (isRight ? 0 : Math.PI) + detail.range(-1.25, 1.25);
      const from = detail.range(120, 420) * u;
      const half = detail.range(0.004, 0.02);
      const at = (turn: number, far: number): Point => [x + Math.cos(turn) * far, y + Math.sin(turn) * far];
      d += polygon([at(angle, from), at(angle - half, reach), at(angle + half, reach)]);
    }
    return d;
  };
  let bolt: Point[] = [];
  for (let step = 0; step <= 12; step += 1) {
    const share = step / 12;
    const wide = (step % 2 ? 1 : -1) * 46 * u * detail.range(0.5, 1);
    bolt = [...bolt, [top[0] + (foot[0] - top[0]) * share + wide, top[1] + (foot[1] - top[1]) * share]];
  }
  const back = bolt.map(([px, py], step): Point => [px + (10 + (step % 3) * 9) * u, py]).reverse();
  return (
    rect(0, 0, w, h, { fill: left }) +
    path(polygon([top, [w + 10, -10], [w + 10, h + 10], foot]), { fill: right }) +
    path(stroke(false), { fill: palette.at(0.98), opacity: 0.32 }) +
    path(stroke(true), { fill: palette.at(0.03), opacity: 0.4 }) +
    beams(stage, 12, 0.16) +
    path(polygon([...bolt, ...back]), { fill: '#fff' }) +
    glow(stage, x, y, 380 * u, 1, 0.95) +
    flare(stage, x, y, 620 * u)
  );
}
