import { beams, flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, dots, ellipse, num, type Point, path, polygon, rect } from '../svg.ts';
import { at } from './local.ts';

/** A chest that opens, with light and coins in it. */
export function chest(stage: Stage): string {
  const { x, y, u, detail, palette, second, paint } = stage;
  const wood = paint.linear(
    [0, 0],
    [0, 260],
    [
      [0, palette.at(0.56)],
      [0.5, palette.at(0.34)],
      [1, palette.at(0.12)],
    ],
  );
  const lid = paint.linear(
    [0, -260],
    [0, -60],
    [
      [0, palette.at(0.2)],
      [1, palette.at(0.5)],
    ],
  );
  const gold = paint.linear(
    [0, -260],
    [0, 260],
    [
      [0, second.at(0.95)],
      [1, second.at(0.5)],
    ],
  );
  const coins: Point[] = Array.from({ length: 60 }, () => [detail.range(-260, 260), detail.range(-46, 10)]);
  const drawn =
    ellipse(0, 262, 360, 40, { fill: palette.at(0.01), opacity: 0.5 }) +
    path('M-290 -70L-262 -230Q-250 -262 -214 -264H214Q250 -262 262 -230L290 -70Z', { fill: lid }) +
    path('M-290 -70L-286 -98H286L290 -70Z', { fill: gold }) +
    path('M-214 -264L-236 -70H-190L-176 -264ZM214 -264L236 -70H190L176 -264Z', { fill: gold }) +
    path('M-282 -70H282L300 10H-300Z', { fill: second.at(0.97) }) +
    dots(coins, 44, { stroke: second.at(0.6) }) +
    dots(
      coins.map(([px, py]): Point => [px - 3, py - 5]),
      32,
      { stroke: second.at(0.88) },
    ) +
    path('M-306 0H306L288 236Q286 258 262 258H-262Q-286 258 -288 236Z', { fill: wood }) +
    path('M-302 86H302M-296 166H296', { stroke: palette.at(0.08), 'stroke-width': 6, opacity: 0.6 }) +
    path(`${box(-312, -8, 624, 34)}M-232 26H-180L-176 258H-224ZM232 26H180L176 258H224Z`, { fill: gold }) +
    rect(-50, -6, 100, 110, { rx: 14, fill: gold }) +
    circle(0, 40, 17, { fill: palette.at(0.05) }) +
    path('M-8 44h16l6 40h-28Z', { fill: palette.at(0.05) });
  const sparks: Point[] = Array.from({ length: 40 }, () => [
    x + detail.range(-300, 300) * u,
    y + detail.range(-460, 60) * u,
  ]);
  const place = y + 110 * u;
  return (
    chamber(stage, 0.42, 820) +
    beams(stage, 18, 0.14) +
    glow(stage, x, place - 60 * u, 560 * u, 0.9, 0.95) +
    at(stage, x, place, drawn, 0, 1.08) +
    glow(stage, x, place - 40 * u, 300 * u, 0.97, 0.5) +
    dots(sparks, 8 * u, { stroke: second.at(0.95), opacity: 0.8 }) +
    flare(stage, x + 120 * u, place - 40 * u, 220 * u, 0.9)
  );
}

/** A crown with gems. */
export function crown(stage: Stage): string {
  const { x, y, u, palette, second, paint } = stage;
  const gold = paint.linear(
    [-300, -200],
    [300, 200],
    [
      [0, second.at(0.98)],
      [0.4, second.at(0.76)],
      [0.7, second.at(0.5)],
      [1, second.at(0.86)],
    ],
  );
  const peaks: readonly Point[] = [
    [-310, -150],
    [-160, -230],
    [0, -300],
    [160, -230],
    [310, -150],
  ];
  const outline = `M-260 170L-310 -130L-190 0L-160 -210L-70 -10L0 -280L70 -10L160 -210L190 0L310 -130L260 170Q0 230 -260 170Z`;
  const gems = [-190, -95, 0, 95, 190].map((px, index) =>
    path(
      polygon([
        [px, 96 - Math.abs(index - 2) * -4 - 36],
        [px + 30, 128 - Math.abs(index - 2) * 5],
        [px, 166 - Math.abs(index - 2) * 5],
        [px - 30, 128 - Math.abs(index - 2) * 5],
      ]),
      { fill: palette.at(index % 2 ? 0.86 : 0.6), stroke: palette.at(0.2), 'stroke-width': 5 },
    ),
  );
  const drawn =
    ellipse(0, 270, 300, 36, { fill: palette.at(0.01), opacity: 0.5 }) +
    path('M-236 20Q0 -60 236 20L230 100Q0 40 -230 100Z', { fill: second.at(0.3) }) +
    path(outline, { fill: gold }) +
    path('M-276 74Q0 128 276 74M-262 152Q0 210 262 152', { fill: 'none', stroke: second.at(0.34), 'stroke-width': 9 }) +
    gems.join('') +
    peaks
      .map(
        ([px, py]) => circle(px, py, 34, { fill: gold }) + circle(px - 9, py - 10, 11, { fill: '#fff', opacity: 0.9 }),
      )
      .join('');
  const place = y + 60 * u;
  return (
    chamber(stage, 0.46, 820) +
    beams(stage, 14, 0.12) +
    glow(stage, x, place - 40 * u, 540 * u, 0.86, 0.85) +
    at(stage, x, place, drawn, 0, 1.06) +
    flare(stage, x - 160 * u, place - 230 * u, 220 * u, 0.9) +
    flare(stage, x + 250 * u, place + 60 * u, 150 * u, 0.7)
  );
}

/** The round door of a vault. */
export function vault(stage: Stage): string {
  const { x, y, w, h, u, world, palette, second, paint } = stage;
  const steel = (from: number, to: number): string =>
    paint.linear(
      [-340, -340],
      [340, 340],
      [
        [0, palette.at(from)],
        [0.5, palette.at((from + to) / 2)],
        [1, palette.at(to)],
      ],
    );
  const turn = world.range(0, 60);
  const around = (count: number, far: number, r: number, fill: string): string =>
    Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * Math.PI * 2;
      return circle(Math.cos(angle) * far, Math.sin(angle) * far, r, { fill });
    }).join('');
  const handle = Array.from({ length: 3 }, (_, index) => {
    const angle = (index / 3) * Math.PI * 2 + (turn * Math.PI) / 180;
    return `M0 0L${num(Math.cos(angle) * 170)} ${num(Math.sin(angle) * 170)}`;
  }).join('');
  const lines: string[] = [];
  for (let px = x % (150 * u); px < w; px += 150 * u) lines.push(`M${num(px)} 0V${num(h)}`);
  for (let py = y % (150 * u); py < h; py += 150 * u) lines.push(`M0 ${num(py)}H${num(w)}`);
  const drawn =
    circle(10, 26, 392, { fill: palette.at(0.01), opacity: 0.5 }) +
    circle(0, 0, 392, { fill: steel(0.6, 0.1) }) +
    around(24, 362, 13, palette.at(0.12)) +
    circle(0, 0, 330, { fill: second.at(0.86) }) +
    circle(0, 0, 316, { fill: steel(0.2, 0.66) }) +
    circle(0, 0, 250, { fill: steel(0.66, 0.16), stroke: palette.at(0.1), 'stroke-width': 8 }) +
    around(12, 282, 17, second.at(0.7)) +
    path(handle, {
      stroke: palette.at(0.05),
      'stroke-width': 44,
      'stroke-linecap': 'round',
      opacity: 0.5,
      transform: 'translate(6 14)',
    }) +
    path(handle, { stroke: second.at(0.86), 'stroke-width': 34, 'stroke-linecap': 'round' }) +
    circle(0, 0, 116, { fill: 'none', stroke: second.at(0.7), 'stroke-width': 22 }) +
    circle(0, 0, 54, { fill: steel(0.9, 0.3), stroke: palette.at(0.1), 'stroke-width': 6 });
  return (
    chamber(stage, 0.34, 900) +
    path(lines.join(''), { stroke: palette.at(0.03), 'stroke-width': 6 * u, opacity: 0.6 }) +
    glow(stage, x, y, 620 * u, 0.8, 0.7) +
    at(stage, x, y + 20 * u, drawn) +
    flare(stage, x - 200 * u, y - 230 * u, 220 * u, 0.8)
  );
}
