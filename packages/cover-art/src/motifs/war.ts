import { flare, glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, num, type Point, path, polygon, rect } from '../svg.ts';
import { mountains } from './mountains.ts';
import { body, crestLine, haze, heavens } from './range.ts';

/** Houses with broken tops; light shows through some windows. */
function brokenRow(stage: Stage, level: number, tall: number, tone: number): string {
  const { w, u, x, detail, palette } = stage;
  let walls = '';
  let holes = '';
  for (let left = -30 * u; left < w; ) {
    const wide = detail.range(90, 190) * u;
    const away = Math.min(1, Math.abs(left + wide / 2 - x) / (w * 0.5));
    const height = tall * detail.range(0.45, 1.05) * (0.55 + 0.6 * away);
    const edge: Point[] = Array.from({ length: 7 }, (_, step) => [
      left + (wide * step) / 6,
      level - height * (step === 0 || step === 6 ? 0.95 : detail.range(0.62, 1.08)),
    ]);
    walls += polygon([[left, level + 4], ...edge, [left + wide, level + 4]]);
    for (let row = level - height * 0.55; row < level - 30 * u; row += 46 * u)
      for (let px = left + 16 * u; px < left + wide - 24 * u; px += 40 * u)
        if (detail.chance(0.5)) holes += box(px, row, 17 * u, 26 * u);
    left += wide + detail.range(6, 46) * u;
  }
  return path(walls, { fill: palette.at(tone) }) + path(holes, { fill: palette.at(tone + 0.2), opacity: 0.8 });
}

/** Columns of smoke that lean with the wind. */
function smoke(stage: Stage, level: number): string {
  const { w, u, detail, palette } = stage;
  let drawn = '';
  for (let column = 0; column < 3; column += 1) {
    const px = w * (0.15 + column * 0.33 + detail.range(-0.08, 0.08));
    for (let puff = 0; puff < 9; puff += 1) {
      const y = level - 60 * u - puff * 62 * u;
      drawn += circle(px + puff ** 1.4 * 11 * u, y, (30 + puff * 13) * u, {
        fill: palette.at(0.12),
        opacity: 0.3 - puff * 0.026,
      });
    }
  }
  return drawn;
}

function reticle(stage: Stage, x: number, y: number, r: number): string {
  const { second, u } = stage;
  const gap = r * 0.22;
  const lines = `M${num(x - r * 1.25)} ${num(y)}H${num(x - gap)}M${num(x + gap)} ${num(y)}H${num(x + r * 1.25)}M${num(x)} ${num(y - r * 1.25)}V${num(y - gap)}M${num(x)} ${num(y + gap)}V${num(y + r * 1.25)}`;
  const stroke = second.at(0.95);
  return (
    circle(x, y, r, { fill: 'none', stroke, 'stroke-width': 7 * u, opacity: 0.9 }) +
    circle(x, y, r * 0.55, { fill: 'none', stroke, 'stroke-width': 2.5 * u, opacity: 0.6 }) +
    path(lines, { stroke, 'stroke-width': 5 * u, opacity: 0.9 }) +
    circle(x, y, 8 * u, { fill: '#fff' })
  );
}

/** A ruined street under smoke, seen through a sight. */
export function ruins(stage: Stage): string {
  const { h, x, u, horizon, palette } = stage;
  const level = horizon + 70 * u;
  const ground = crestLine(stage, 20, (px) => level + 30 * u + 18 * u * Math.sin(px / (70 * u)));
  return (
    heavens(stage, level) +
    smoke(stage, level) +
    brokenRow(stage, level, 420 * u, stage.mood === 'dusk' ? 0.42 : 0.28) +
    haze(stage, level - 200 * u, level + 60 * u, 0) +
    brokenRow(stage, level + 120 * u, 330 * u, 0.1) +
    body(
      stage,
      ground.map(([px, y]): Point => [px, y + 90 * u]),
      0.9,
    ) +
    rect(0, h * 0.97, stage.w, h * 0.03, { fill: palette.at(0.02) }) +
    reticle(stage, x, horizon - 60 * u, 150 * u)
  );
}

/** A far target through a rifle scope. */
export function scope(stage: Stage): string {
  const { w, h, x, y, u, palette, second, paint, detail } = stage;
  const r = Math.min(w, h) * 0.4 * Math.min(1.15, u);
  const level = y + 60 * u;
  const noise = createNoise(detail);
  const far = mountains(stage, level, 150 * u, 4);
  const near = crestLine(stage, 14, (px) => level + 90 * u + 30 * u * fractal(noise, px / (120 * u), 3, 3));
  const hole = `M0 0H${w}V${h}H0ZM${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`;
  let marks = '';
  for (let mark = 1; mark < 7; mark += 1) {
    const away = (r * mark) / 7;
    const size = (mark % 2 ? 10 : 18) * u;
    marks += `M${num(x - away)} ${num(y - size)}v${num(size * 2)}M${num(x + away)} ${num(y - size)}v${num(size * 2)}M${num(x - size)} ${num(y + away)}h${num(size * 2)}`;
  }
  const glass = paint.radial([x, y], r, [
    [0, '#fff', 0],
    [0.8, palette.at(0.1), 0],
    [1, palette.at(0.02), 0.85],
  ]);
  return (
    sky(stage, level) +
    glow(stage, x + r * 0.3, level - 60 * u, r, 0.85, 0.8) +
    clouds(stage, y - r * 0.8, level, 4) +
    body(stage, far, 0.1) +
    body(stage, near, 0.7) +
    circle(x, y, r, { fill: glass }) +
    path(hole, { fill: palette.at(0.03), 'fill-rule': 'evenodd' }) +
    circle(x, y, r, { fill: 'none', stroke: palette.at(0.3), 'stroke-width': 26 * u }) +
    circle(x, y, r + 14 * u, { fill: 'none', stroke: palette.at(0.14), 'stroke-width': 18 * u }) +
    path(`M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, { stroke: palette.at(0.03), 'stroke-width': 4 * u }) +
    path(marks, { stroke: palette.at(0.03), 'stroke-width': 4 * u }) +
    circle(x, y, 9 * u, { fill: second.accent }) +
    glow(stage, x, y, 60 * u, 0.9, 0.6)
  );
}

/** Searchlights over a line of obstacles. */
export function frontline(stage: Stage): string {
  const { w, h, x, u, horizon, detail, palette, second, paint } = stage;
  const level = horizon + 60 * u;
  const noise = createNoise(detail);
  const ray = paint.linear(
    [0, level],
    [0, 0],
    [
      [0, second.at(0.95), 0.75],
      [0.5, second.at(0.8), 0.3],
      [1, second.at(0.7), 0],
    ],
  );
  let rays = '';
  for (const [at, lean] of [
    [-0.34, 0.5],
    [-0.12, -0.32],
    [0.16, 0.26],
    [0.4, -0.46],
  ] as const) {
    const px = x + at * Math.max(w, 900);
    rays += polygon([
      [px - 8 * u, level],
      [px + 8 * u, level],
      [px + lean * level + 90 * u, -10],
      [px + lean * level - 90 * u, -10],
    ]);
  }
  const mud = crestLine(stage, 14, (px) => level + 24 * u * fractal(noise, px / (140 * u), 2, 4));
  let hedgehogs = '';
  for (let item = 0; item < 5; item += 1) {
    const px = w * (0.06 + item * 0.22) + detail.range(-30, 30) * u;
    const py = level + (120 + (item % 2) * 110) * u;
    const size = (80 + (item % 2) * 50) * u;
    hedgehogs += `M${num(px - size)} ${num(py)}L${num(px + size * 0.8)} ${num(py - size * 1.3)}M${num(px + size)} ${num(py)}L${num(px - size * 0.8)} ${num(py - size * 1.3)}M${num(px - size * 0.9)} ${num(py - size * 0.5)}L${num(px + size * 0.9)} ${num(py - size * 0.62)}`;
  }
  const wire = Array.from(
    { length: Math.ceil(w / (44 * u)) },
    (_, step) => `M${num(step * 44 * u)} ${num(h * 0.9)}a${num(30 * u)} ${num(44 * u)} 0 1 1 ${num(44 * u)} 0`,
  ).join('');
  return (
    sky(stage, level) +
    stars(stage, level, 50) +
    path(rays, { fill: ray }) +
    flare(stage, x + 120 * u, level - 40 * u, 360 * u, 0.9) +
    brokenRow(stage, level + 10 * u, 180 * u, 0.2) +
    body(stage, mud, 0.6) +
    haze(stage, level, level + 160 * u, 0.2) +
    path(hedgehogs, { fill: 'none', stroke: palette.at(0.03), 'stroke-width': 20 * u }) +
    path(wire, { fill: 'none', stroke: palette.at(0.04), 'stroke-width': 5 * u })
  );
}

/** A dead land: cooling towers, masts and cables. */
export function wasteland(stage: Stage): string {
  const { w, h, u, x, horizon, detail, palette } = stage;
  const level = horizon + 40 * u;
  const noise = createNoise(detail);
  const cooling = (px: number, size: number): string =>
    `M${num(px - size)} ${num(level)}Q${num(px - size * 0.45)} ${num(level - size * 1.3)} ${num(px - size * 0.62)} ${num(level - size * 2.3)}H${num(px + size * 0.62)}Q${num(px + size * 0.45)} ${num(level - size * 1.3)} ${num(px + size)} ${num(level)}Z`;
  let masts = '';
  let cables = '';
  let last: Point | undefined;
  for (let mast = 0; mast < 5; mast += 1) {
    const px = w * (mast / 4) + detail.range(-20, 20) * u;
    const size = (150 + mast * 62) * u;
    const foot = level + (30 + mast * 46) * u;
    masts += `M${num(px - size * 0.16)} ${num(foot)}L${num(px)} ${num(foot - size)}L${num(px + size * 0.16)} ${num(foot)}M${num(px - size * 0.26)} ${num(foot - size * 0.72)}H${num(px + size * 0.26)}M${num(px - size * 0.2)} ${num(foot - size * 0.54)}H${num(px + size * 0.2)}M${num(px - size * 0.12)} ${num(foot - size * 0.25)}L${num(px + size * 0.08)} ${num(foot - size * 0.54)}`;
    const arm: Point = [px, foot - size * 0.72];
    if (last)
      cables += `M${num(last[0])} ${num(last[1])}Q${num((last[0] + arm[0]) / 2)} ${num(Math.max(last[1], arm[1]) + 50 * u)} ${num(arm[0])} ${num(arm[1])}`;
    last = arm;
  }
  const side = x < w / 2 ? 1 : -1;
  const ground = crestLine(stage, 18, (px) => level + 20 * u * fractal(noise, px / (200 * u), 2, 3));
  const front = crestLine(stage, 18, (px) => h * 0.86 + 40 * u * fractal(noise, px / (160 * u), 9, 4));
  return (
    heavens(stage, level) +
    path(cooling(x + side * 230 * u, 120 * u) + cooling(x + side * 420 * u, 150 * u), { fill: palette.at(0.26) }) +
    haze(stage, level - 160 * u, level + 30 * u, 0) +
    body(stage, ground, 0.45) +
    path(masts, { fill: 'none', stroke: palette.at(0.05), 'stroke-width': 6 * u }) +
    path(cables, { fill: 'none', stroke: palette.at(0.05), 'stroke-width': 2.5 * u }) +
    haze(stage, level + 60 * u, level + 300 * u, 0.3) +
    body(stage, front, 1)
  );
}
