import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, ellipse, num, path, rect } from '../svg.ts';
import { at, mirrored } from './local.ts';

/** A controller, tilted. */
export function gamepad(stage: Stage): string {
  const { x, y, u, world, palette, second, paint } = stage;
  const shell = paint.linear(
    [0, -200],
    [0, 280],
    [
      [0, palette.at(0.86)],
      [0.4, palette.at(0.56)],
      [1, palette.at(0.2)],
    ],
  );
  const outline =
    'M-190 -190Q-300 -196 -336 -110Q-392 30 -396 190Q-390 268 -326 268Q-278 262 -236 190L-196 128Q-176 100 -140 100H140Q176 100 196 128L236 190Q278 262 326 268Q390 268 396 190Q392 30 336 -110Q300 -196 190 -190Q150 -186 130 -160H-130Q-150 -186 -190 -190Z';
  const stick = (px: number): string =>
    circle(px, 46, 76, { fill: palette.at(0.2) }) +
    circle(px, 36, 56, { fill: palette.at(0.08) }) +
    circle(px, 32, 40, { fill: palette.at(0.24) });
  const buttons = [
    [0, -52],
    [52, 0],
    [0, 52],
    [-52, 0],
  ] as const;
  const drawn =
    path(outline, { fill: palette.at(0.01), opacity: 0.5, transform: 'translate(10 40)' }) +
    mirrored(path('M-286 -178Q-280 -226 -220 -230Q-160 -228 -146 -176Z', { fill: palette.at(0.14) })) +
    path(outline, { fill: shell }) +
    path('M-190 -190Q-300 -196 -336 -110', {
      fill: 'none',
      stroke: '#fff',
      'stroke-width': 8,
      opacity: 0.6,
      'stroke-linecap': 'round',
    }) +
    rect(-92, -140, 184, 110, { rx: 22, fill: second.at(0.5) }) +
    rect(-92, -140, 184, 8, { rx: 4, fill: second.at(0.95) }) +
    path('M-266 -100h40v-40h44v40h40v44h-40v40h-44v-40h-40Z', { fill: palette.at(0.08) }) +
    buttons
      .map(
        ([dx, dy], index) =>
          circle(204 + dx, -78 + dy, 27, { fill: (index % 2 ? second : palette).at(0.1) }) +
          circle(204 + dx, -80 + dy, 21, { fill: second.at(0.6 + index * 0.1) }),
      )
      .join('') +
    stick(-112) +
    stick(112) +
    circle(0, 20, 20, { fill: second.at(0.97) });
  const place = y + 20 * u;
  return (
    chamber(stage, 0.5, 820) +
    glow(stage, x, place, 560 * u, 0.82, 0.85) +
    at(stage, x, place, drawn, world.range(9, 16) * world.sign()) +
    flare(stage, x - 180 * u, place - 190 * u, 200 * u, 0.7)
  );
}

/** Headphones, with sound around them. */
export function headphones(stage: Stage): string {
  const { x, y, u, world, palette, second, paint } = stage;
  const cup = paint.linear(
    [-330, -60],
    [-160, 260],
    [
      [0, second.at(0.95)],
      [0.5, second.at(0.64)],
      [1, palette.at(0.2)],
    ],
  );
  const side =
    rect(-256, -40, 92, 270, { rx: 44, fill: palette.at(0.06) }) +
    path('M-232 -60Q-336 -50 -340 96Q-336 244 -232 252Q-214 250 -214 232V-42Q-214 -58 -232 -60Z', { fill: cup }) +
    path('M-300 40Q-306 96 -300 156', {
      fill: 'none',
      stroke: '#fff',
      'stroke-width': 12,
      'stroke-linecap': 'round',
      opacity: 0.7,
    });
  const band = 'M-262 -20Q-282 -360 0 -366Q282 -360 262 -20';
  const rings = [0, 1, 2, 3]
    .map((ring) =>
      circle(x, y + 40 * u, (330 + ring * 78) * u, {
        fill: 'none',
        stroke: second.at(0.8),
        'stroke-width': 5 * u,
        opacity: 0.4 - ring * 0.09,
      }),
    )
    .join('');
  const wave = Array.from({ length: 9 }, (_, bar) => {
    const tall = 40 + 130 * Math.abs(Math.sin(bar * 1.3 + world.range(0, 3)));
    return rect(-116 + bar * 29 - 8, 90 - tall / 2, 16, tall, { rx: 8, fill: second.at(0.93) });
  }).join('');
  const drawn =
    path(band, {
      fill: 'none',
      stroke: palette.at(0.02),
      'stroke-width': 58,
      opacity: 0.5,
      transform: 'translate(10 24)',
    }) +
    path(band, { fill: 'none', stroke: palette.at(0.4), 'stroke-width': 54 }) +
    path(band, { fill: 'none', stroke: palette.at(0.72), 'stroke-width': 16, transform: 'translate(0 -14)' }) +
    mirrored(side) +
    wave;
  return (
    chamber(stage, 0.48, 820) +
    glow(stage, x, y + 40 * u, 560 * u, 0.8, 0.8) +
    rings +
    at(stage, x, y + 60 * u, drawn, world.range(-8, 8)) +
    flare(stage, x - 190 * u, y - 230 * u, 200 * u, 0.7)
  );
}

/** Bubbles of a conversation. */
export function chat(stage: Stage): string {
  const { x, y, u, palette, second, paint } = stage;
  const face = (own: typeof palette, from: number): string =>
    paint.across(
      [0, 0],
      [1, 1],
      [
        [0, own.at(from)],
        [1, own.at(from - 0.34)],
      ],
    );
  const bubble = (wide: number, tall: number): string =>
    `M${-wide + 70} ${-tall}H${wide - 70}Q${wide} ${-tall} ${wide} ${-tall + 70}V${tall - 70}Q${wide} ${tall} ${wide - 70} ${tall}H${-wide + 190}L${-wide + 70} ${tall + 100}L${-wide + 96} ${tall}H${-wide + 70}Q${-wide} ${tall} ${-wide} ${tall - 70}V${-tall + 70}Q${-wide} ${-tall} ${-wide + 70} ${-tall}Z`;
  const one = (px: number, py: number, d: string, fill: string, content: string, flip: boolean): string =>
    at(
      stage,
      px,
      py,
      path(d, { fill: palette.at(0.01), opacity: 0.45, transform: `translate(8 30)${flip ? ' scale(-1 1)' : ''}` }) +
        path(d, { fill, transform: flip ? 'scale(-1 1)' : '' }) +
        content,
    );
  const dotsOf = [-100, 0, 100]
    .map((px, index) => circle(px, 0, 36, { fill: palette.at(0.1 + index * 0.06) }))
    .join('');
  const lines = [
    [-190, -70, 380],
    [-190, 0, 300],
    [-190, 70, 190],
  ]
    .map(([px = 0, py = 0, wide = 0]) => rect(px, py - 17, wide, 34, { rx: 17, fill: second.at(0.97), opacity: 0.9 }))
    .join('');
  return (
    chamber(stage, 0.46, 820) +
    glow(stage, x, y, 600 * u, 0.8, 0.75) +
    one(x + 90 * u, y - 170 * u, bubble(290, 180), face(palette, 0.76), lines, true) +
    one(x - 70 * u, y + 190 * u, bubble(290, 160), face(second, 0.98), dotsOf, false) +
    ellipse(x - 330 * u, y - 240 * u, 34 * u, 34 * u, { fill: second.at(0.8) }) +
    ellipse(x + 350 * u, y + 270 * u, 22 * u, 22 * u, { fill: palette.at(0.7) }) +
    flare(stage, x + 300 * u, y - 320 * u, 220 * u, 0.8) +
    path(`M${num(x + 240 * u)} ${num(y + 420 * u)}h.1`, {
      stroke: second.at(0.9),
      'stroke-width': 30 * u,
      'stroke-linecap': 'round',
    })
  );
}
