import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, line, num, type Point, path, polygon, rect } from '../svg.ts';

/** The beam of a projector and rows of seats before a blank screen. */
export function screen(stage: Stage): string {
  const { x, y, w, h, u, detail, palette, second, paint } = stage;
  const [wide, tall] = [330 * u, 190 * u];
  const picture = paint.linear(
    [x - wide, y - tall],
    [x + wide, y + tall],
    [
      [0, second.at(0.98)],
      [0.5, second.at(0.78)],
      [1, palette.at(0.62)],
    ],
  );
  const beam = paint.linear(
    [0, h],
    [0, y],
    [
      [0, second.at(0.9), 0],
      [1, second.at(0.95), 0.3],
    ],
  );
  let seats = '';
  for (let row = 0; row < 4; row += 1) {
    const base = y + (360 + row * 130) * u;
    const size = (56 + row * 16) * u;
    let d = '';
    for (let px = (row % 2) * size - size; px < w + size; px += size * 2.1)
      d += `M${num(px - size * 0.85)} ${num(base + 200 * u)}V${num(base)}Q${num(px)} ${num(base - size * 0.9)} ${num(px + size * 0.85)} ${num(base)}V${num(base + 200 * u)}Z`;
    seats += path(d, {
      fill: palette.at(0.2 - row * 0.05),
      stroke: second.at(0.6),
      'stroke-width': 3 * u,
      'stroke-opacity': 0.3,
    });
  }
  const curtains = [-1, 1]
    .map((side) =>
      Array.from({ length: 6 }, (_, fold) =>
        rect(x + side * (wide + 40 * u + fold * 50 * u) - 25 * u, 0, 50 * u, h, {
          fill: palette.at(0.26 - (fold % 2) * 0.1 - fold * 0.015),
        }),
      ).join(''),
    )
    .join('');
  const waves = Array.from({ length: 3 }, (_, wave) =>
    line(
      Array.from(
        { length: 30 },
        (__, step): Point => [
          x - wide + (step / 29) * wide * 2,
          y + (wave - 1) * 60 * u + Math.sin(step * 0.5 + wave * 2 + detail.range(0, 0.2)) * 34 * u,
        ],
      ),
    ),
  ).join('');
  return (
    chamber(stage, 0.3, 800) +
    curtains +
    glow(stage, x, y, 640 * u, 0.85, 0.8) +
    rect(x - wide, y - tall, wide * 2, tall * 2, { rx: num(16 * u), fill: picture }) +
    path(waves, {
      fill: 'none',
      stroke: palette.at(0.3),
      'stroke-width': 7 * u,
      opacity: 0.35,
      'stroke-linecap': 'round',
    }) +
    path(
      polygon([
        [x - wide, y + tall],
        [x + wide, y + tall],
        [x + 60 * u, h],
        [x - 60 * u, h],
      ]),
      { fill: beam },
    ) +
    seats
  );
}

/** The bars of an equaliser and their reflection. */
export function bars(stage: Stage): string {
  const { x, w, h, u, horizon, world, detail, palette, second, paint } = stage;
  const level = horizon + 40 * u;
  const wide = 40 * u;
  const gap = 18 * u;
  const phase = world.range(0, 6);
  const fill = paint.linear(
    [0, level - 470 * u],
    [0, level],
    [
      [0, second.at(0.95)],
      [0.5, second.at(0.66)],
      [1, palette.at(0.46)],
    ],
  );
  const mirror = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.5), 0.55],
      [1, palette.at(0.3), 0],
    ],
  );
  let up = '';
  let down = '';
  for (let px = (x % (wide + gap)) - wide * 2; px < w + wide; px += wide + gap) {
    const away = (px - x) / (330 * u);
    const tall =
      (60 + 400 * Math.exp(-away * away) * (0.55 + 0.45 * Math.sin(px / (70 * u) + phase)) + detail.range(0, 70)) * u;
    up += rect(px, level - tall, wide, tall, { rx: num(wide / 2.4), fill });
    down += rect(px, level + 14 * u, wide, tall * 0.6, { rx: num(wide / 2.4), fill: mirror });
  }
  return (
    chamber(stage, 0.46, 820) +
    glow(stage, x, level - 120 * u, 560 * u, 0.8, 0.7) +
    up +
    down +
    rect(0, level + 4 * u, w, 3 * u, { fill: second.at(0.9), opacity: 0.6 })
  );
}

/** A perforated ticket, tilted, with a sheen. */
export function ticket(stage: Stage): string {
  const { x, y, u, world, palette, second, paint } = stage;
  const turn = world.range(8, 20) * world.sign();
  const shape = (px: number, py: number): string => {
    const [a, b, r] = [330 * u, 180 * u, 46 * u];
    return `M${num(px - a)} ${num(py - b)}H${num(px + a)}V${num(py - r)}a${num(r)} ${num(r)} 0 0 0 0 ${num(r * 2)}V${num(py + b)}H${num(px - a)}V${num(py + r)}a${num(r)} ${num(r)} 0 0 0 0 ${num(-r * 2)}Z`;
  };
  const one = (px: number, py: number, lean: number, tone: number, isFront: boolean): string => {
    const face = paint.linear(
      [px - 330 * u, py - 180 * u],
      [px + 330 * u, py + 180 * u],
      [
        [0, (isFront ? second : palette).at(tone + 0.24)],
        [1, palette.at(tone - 0.06)],
      ],
    );
    const star = Array.from({ length: 10 }, (_, point): Point => {
      const far = (point % 2 ? 44 : 104) * u;
      const angle = (point / 10) * Math.PI * 2 - Math.PI / 2;
      return [px - 60 * u + Math.cos(angle) * far, py + Math.sin(angle) * far];
    });
    const holes = Array.from({ length: 9 }, (_, hole) =>
      circle(px + 170 * u, py - 150 * u + hole * 38 * u, 7 * u, { fill: palette.at(0.06) }),
    ).join('');
    const marks = [0, 1, 2, 3, 4]
      .map((bar) => box(px + 205 * u, py - 110 * u + bar * 46 * u, (40 + (bar % 3) * 24) * u, 16 * u))
      .join('');
    return `<g transform="rotate(${num(lean)} ${num(px)} ${num(py)})">${path(shape(px + 8 * u, py + 26 * u), { fill: palette.at(0.01), opacity: 0.45 })}${path(shape(px, py), { fill: face })}${path(polygon(star), { fill: isFront ? '#fff' : palette.at(0.8), opacity: 0.9 })}${holes}${path(marks, { fill: palette.at(0.1), opacity: 0.6 })}</g>`;
  };
  return (
    chamber(stage, 0.5, 820) +
    glow(stage, x, y, 560 * u, 0.7, 0.6) +
    one(x - 20 * u, y - 150 * u, -turn, 0.36, false) +
    one(x + 10 * u, y + 90 * u, turn, 0.56, true) +
    flare(stage, x + 170 * u, y - 20 * u, 200 * u, 0.6)
  );
}
