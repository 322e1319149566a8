import { flare, glow } from '../light.ts';
import { sky } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, line, num, type Point, path, polygon, rect } from '../svg.ts';
import { heavens } from './range.ts';
import { skyline } from './skyline.ts';

/** A street of towers with lit signs, down to a bright end. */
export function metropolis(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const level = horizon * 1.04;
  const wall = (tone: number): string =>
    paint.linear(
      [0, 0],
      [0, level],
      [
        [0, palette.at(tone)],
        [1, palette.at(tone + 0.14)],
      ],
    );
  let drawn = sky(stage, level) + glow(stage, x, level - 80 * u, 640 * u, 0.84, 0.95) + skyline(stage, level, 'far');
  for (let depth = 0; depth < 5; depth += 1) {
    for (const side of [-1, 1]) {
      const inner = (70 + depth ** 1.7 * 46) * u;
      const wide = (90 + depth * 46) * u;
      const top = level - (300 + depth * 190 + detail.range(-60, 60)) * u;
      const left = side < 0 ? x - inner - wide : x + inner;
      const foot = level + depth ** 1.8 * 22 * u;
      drawn += path(box(left, top, wide, foot - top), { fill: wall(0.3 - depth * 0.055) });
      let windows = '';
      for (let row = top + 30 * u; row < foot - 40 * u; row += 30 * u)
        for (let px = left + 12 * u; px < left + wide - 16 * u; px += 26 * u)
          if (detail.chance(0.22)) windows += box(px, row, 12 * u, 14 * u);
      drawn += path(windows, { fill: depth % 2 ? second.at(0.86) : palette.at(0.82), opacity: 0.75 });
      const tall = detail.range(120, 230) * u;
      const at = side < 0 ? left + wide - 8 * u : left - 22 * u;
      const y = level - detail.range(200, 380) * u - depth * 40 * u;
      const colour = detail.chance(0.6) ? second.accent : palette.at(0.86);
      drawn +=
        glow(stage, at + 15 * u, y + tall / 2, tall * 0.9, 0.8, 0.5) +
        rect(at, y, 30 * u, tall, { rx: num(6 * u), fill: palette.at(0.05), stroke: colour, 'stroke-width': 5 * u });
      for (let dash = 0; dash < 4; dash += 1)
        drawn += rect(
          at + 8 * u,
          y + 16 * u + (dash * (tall - 24 * u)) / 4,
          14 * u,
          (tall / 4) * detail.range(0.3, 0.6),
          { fill: colour },
        );
    }
  }
  const street = paint.linear(
    [0, level],
    [0, h],
    [
      [0, second.at(0.8)],
      [0.16, palette.at(0.3)],
      [1, palette.at(0.03)],
    ],
  );
  let lines = '';
  for (let ray = -12; ray <= 12; ray += 1)
    lines += line([
      [x + ray * 11 * u, level],
      [x + ray * 190 * u, h],
    ]);
  for (let row = 1; row < 12; row += 1) lines += `M0 ${num(level + (h - level) * (row / 12) ** 2.2)}H${num(w)}`;
  const rain: Point[][] = Array.from({ length: 60 }, () => {
    const px = detail.range(0, w);
    const py = detail.range(0, h);
    return [
      [px, py],
      [px - 12 * u, py + 54 * u],
    ];
  });
  return (
    drawn +
    path(
      polygon([
        [x - 130 * u, level],
        [x + 130 * u, level],
        [w + 400 * u, h],
        [-400 * u, h],
      ]),
      { fill: street },
    ) +
    path(lines, { fill: 'none', stroke: second.at(0.86), 'stroke-width': 2.4 * u, opacity: 0.5 }) +
    path(rain.map(line).join(''), { stroke: palette.at(0.9), 'stroke-width': 1.8, opacity: 0.3 })
  );
}

/** Above the clouds, with the trail of an aircraft. */
export function skies(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const level = horizon;
  const bank = (base: number, size: number, tone: number, lit: boolean): string => {
    let d = '';
    for (let px = -size; px < w + size; px += size * 0.72) {
      const r = size * detail.range(0.55, 1.1);
      const py = base + detail.range(-0.2, 0.3) * size;
      d += `M${num(px - r)} ${num(py)}a${num(r)} ${num(r)} 0 1 1 ${num(r * 2)} 0a${num(r)} ${num(r)} 0 1 1 ${num(-r * 2)} 0Z`;
    }
    const fill = paint.linear(
      [0, base - size],
      [0, base + size * 1.4],
      [
        [0, (lit ? second : palette).at(tone + 0.16)],
        [0.5, palette.at(tone)],
        [1, palette.at(tone - 0.2)],
      ],
    );
    return path(d, { fill }) + rect(0, base + size * 0.3, w, h, { fill: palette.at(Math.max(0.04, tone - 0.18)) });
  };
  const side = x < w / 2 ? 1 : -1;
  const [ax, ay] = [x + side * 120 * u, level * 0.42];
  const trail = paint.linear(
    [ax, ay],
    [ax - side * 620 * u, ay + 330 * u],
    [
      [0, '#fff', 0.95],
      [1, '#fff', 0],
    ],
  );
  const plane = `M${num(ax + side * 80 * u)} ${num(ay - 42 * u)}L${num(ax - side * 60 * u)} ${num(ay + 40 * u)}L${num(ax - side * 48 * u)} ${num(ay + 16 * u)}ZM${num(ax + side * 16 * u)} ${num(ay - 6 * u)}L${num(ax - side * 76 * u)} ${num(ay - 44 * u)}L${num(ax - side * 26 * u)} ${num(ay + 20 * u)}ZM${num(ax + side * 6 * u)} ${num(ay)}L${num(ax + side * 30 * u)} ${num(ay + 96 * u)}L${num(ax - side * 30 * u)} ${num(ay + 24 * u)}Z`;
  return (
    heavens(stage, level) +
    path(
      polygon([
        [ax, ay],
        [ax - side * 640 * u, ay + 320 * u],
        [ax - side * 610 * u, ay + 360 * u],
      ]),
      { fill: trail },
    ) +
    path(plane, { fill: palette.at(0.04) }) +
    flare(stage, ax + side * 60 * u, ay - 30 * u, 120 * u, 0.7) +
    bank(level + 20 * u, 70 * u, 0.7, true) +
    bank(level + 130 * u, 120 * u, 0.58, true) +
    bank(level + 300 * u, 190 * u, 0.4, false) +
    bank(h * 0.98, 240 * u, 0.24, false)
  );
}
