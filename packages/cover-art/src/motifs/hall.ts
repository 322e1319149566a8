import { beams, flare, glow } from '../light.ts';
import { chamber, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, ellipse, num, path, polygon, rect } from '../svg.ts';
import { at, mirrored } from './local.ts';

/** A basket, and the ball above it. */
export function hoop(stage: Stage): string {
  const { x, y, u, h, palette, second, paint, world } = stage;
  const ball = paint.radial([-40, -50], 170, [
    [0, second.at(0.98)],
    [0.5, second.at(0.72)],
    [1, second.at(0.34)],
  ]);
  let net = '';
  for (let cord = 0; cord <= 8; cord += 1) {
    const top = -130 + cord * 32.5;
    const low = -80 + cord * 20;
    net += `M${top} 0Q${num((top + low) / 2 + (cord - 4) * 2)} 110 ${low} 210`;
  }
  for (let row = 1; row < 5; row += 1)
    net += `M${-126 + row * 11} ${row * 44}Q0 ${row * 44 + 34} ${126 - row * 11} ${row * 44}`;
  const board =
    rect(-300, -330, 600, 380, {
      rx: 22,
      fill: palette.at(0.72),
      opacity: 0.32,
      stroke: second.at(0.95),
      'stroke-width': 16,
    }) +
    rect(-110, -200, 220, 170, { fill: 'none', stroke: second.at(0.95), 'stroke-width': 13 }) +
    path(box(-34, -6, 68, 34), { fill: palette.at(0.1) });
  const drawn =
    path(box(-22, 50, 44, 900), { fill: palette.at(0.06) }) +
    board +
    path(net, { fill: 'none', stroke: '#fff', 'stroke-width': 7, opacity: 0.85, transform: 'translate(0 36)' }) +
    ellipse(0, 34, 138, 30, { fill: 'none', stroke: second.at(0.7), 'stroke-width': 17 });
  const turn = world.range(-30, 30);
  const orange =
    circle(0, 0, 118, { fill: ball }) +
    path('M-118 0H118M0 -118V118M-84 -84Q-10 0 -84 84M84 -84Q10 0 84 84', {
      fill: 'none',
      stroke: palette.at(0.06),
      'stroke-width': 8,
    });
  const place = y + 60 * u;
  return (
    chamber(stage, 0.5, 860) +
    beams(stage, 12, 0.1) +
    glow(stage, x, place - 140 * u, 620 * u, 0.84, 0.75) +
    at(stage, x, place, drawn) +
    at(stage, x + 190 * u, place - 310 * u, orange, turn) +
    rect(0, h * 0.94, stage.w, h * 0.06, { fill: palette.at(0.04) }) +
    flare(stage, x - 280 * u, place - 310 * u, 180 * u, 0.7)
  );
}

/** Pieces of chess on a board. */
export function chess(stage: Stage): string {
  const { x, w, h, u, horizon, palette, second, paint } = stage;
  const level = horizon + 40 * u;
  let dark = '';
  const rows = 9;
  const y = (row: number): number => level + (row / rows) ** 1.7 * (h - level) * 1.05;
  const px = (column: number, row: number): number => x + column * (56 + (row / rows) ** 1.7 * 190) * u;
  const wide = Math.ceil(w / (112 * u)) + 4;
  for (let row = 0; row < rows; row += 1)
    for (let column = -wide; column < wide; column += 1)
      if ((row + column) % 2)
        dark += polygon([
          [px(column, row), y(row)],
          [px(column + 1, row), y(row)],
          [px(column + 1, row + 1), y(row + 1)],
          [px(column, row + 1), y(row + 1)],
        ]);
  const turned = (own: typeof palette, from: number): string =>
    paint.across(
      [0, 0],
      [1, 0],
      [
        [0, own.at(from)],
        [0.35, own.at(Math.min(1, from + 0.2))],
        [1, own.at(Math.max(0.04, from - 0.5))],
      ],
    );
  const base = 'M-100 0Q-104 -34 -76 -44L-62 -70Q-30 -100 -26 -190H26Q30 -100 62 -70L76 -44Q104 -34 100 0Z';
  const pawn = (fill: string): string =>
    path(base, { fill }) + path('M-52 -186H52L36 -212H-36Z', { fill }) + circle(0, -250, 56, { fill });
  const king = (fill: string): string =>
    path('M-128 0Q-132 -42 -98 -54L-80 -86Q-40 -140 -36 -330H36Q40 -140 80 -86L98 -54Q132 -42 128 0Z', { fill }) +
    path('M-70 -326H70L58 -356H-58Z', { fill }) +
    path('M-50 -352L-84 -470Q0 -500 84 -470L50 -352Z', { fill }) +
    path('M-14 -580h28v34h34v28h-34v50h-28v-50h-34v-28h34Z', { fill });
  const rook = (fill: string): string =>
    path('M-112 0Q-116 -40 -88 -50L-66 -84Q-48 -120 -48 -250H48Q48 -120 66 -84L88 -50Q116 -40 112 0Z', { fill }) +
    path('M-78 -246L-84 -350H-50V-320H-18V-350H18V-320H50V-350H84L78 -246Z', { fill });
  const shade = (wide0: number): string => ellipse(20, 4, wide0, 22, { fill: palette.at(0.01), opacity: 0.5 });
  const board = paint.linear(
    [0, level],
    [0, h],
    [
      [0, second.at(0.8)],
      [0.4, second.at(0.56)],
      [1, palette.at(0.24)],
    ],
  );
  return (
    chamber(stage, 0.44, 900) +
    glow(stage, x, level - 160 * u, 620 * u, 0.84, 0.9) +
    rect(0, level, w, h - level, { fill: board }) +
    path(dark, { fill: palette.at(0.07), opacity: 0.9 }) +
    at(stage, x - 170 * u, level + 70 * u, shade(110) + rook(turned(palette, 0.3)), 0, 0.8) +
    at(stage, x + 190 * u, level + 80 * u, shade(110) + pawn(turned(palette, 0.3)), 0, 0.8) +
    at(stage, x + 10 * u, level + 190 * u, shade(150) + king(turned(second, 0.8)), 0, 1.1) +
    at(stage, x - 330 * u, level + 330 * u, shade(120) + pawn(turned(palette, 0.4)), 0, 1.24) +
    at(stage, x + 350 * u, level + 360 * u, shade(120) + pawn(turned(second, 0.7)), 0, 1.3) +
    flare(stage, x - 10 * u, level - 380 * u, 240 * u, 0.9)
  );
}

/** The two masks of a theatre. */
export function masks(stage: Stage): string {
  const { x, y, u, palette, second, paint } = stage;
  const skin = (own: typeof palette, from: number): string =>
    paint.linear(
      [-220, -260],
      [220, 280],
      [
        [0, own.at(from)],
        [0.5, own.at(from - 0.2)],
        [1, own.at(from - 0.56)],
      ],
    );
  const face = 'M-220 -230Q0 -170 220 -230Q250 -20 190 120Q120 260 0 290Q-120 260 -190 120Q-250 -20 -220 -230Z';
  const glad =
    mirrored(path('M-150 -60Q-100 -120 -46 -66Q-100 -84 -150 -60Z', { fill: palette.at(0.03) })) +
    path('M-120 70Q0 120 120 70Q96 210 0 216Q-96 210 -120 70Z', { fill: palette.at(0.03) }) +
    mirrored(
      path('M-162 -120Q-104 -160 -40 -116', {
        fill: 'none',
        stroke: palette.at(0.1),
        'stroke-width': 12,
        'stroke-linecap': 'round',
      }),
    );
  const sad =
    mirrored(path('M-152 -40Q-110 -94 -48 -70Q-104 -70 -152 -40Z', { fill: palette.at(0.02) })) +
    path('M-100 170Q0 70 100 170Q0 130 -100 170Z', { fill: palette.at(0.02) }) +
    mirrored(
      path('M-166 -96Q-110 -110 -50 -140', {
        fill: 'none',
        stroke: palette.at(0.05),
        'stroke-width': 12,
        'stroke-linecap': 'round',
      }),
    ) +
    path('M-104 -20Q-126 40 -104 56Q-80 40 -104 -20Z', { fill: second.at(0.95) });
  const one = (px: number, py: number, turn: number, fill: string, content: string): string =>
    at(
      stage,
      px,
      py,
      path(face, { fill: palette.at(0.01), opacity: 0.5, transform: 'translate(12 34)' }) +
        path(face, { fill }) +
        content,
      turn,
      0.94,
    );
  const folds = Array.from({ length: 14 }, (_, fold) =>
    rect(((fold - 0.5) / 13) * stage.w, 0, stage.w / 13, stage.h, { fill: palette.at(fold % 2 ? 0.2 : 0.1) }),
  ).join('');
  return (
    chamber(stage, 0.3, 820) +
    folds +
    glow(stage, x, y, 640 * u, 0.8, 0.85) +
    one(x + 120 * u, y - 90 * u, 14, skin(palette, 0.72), sad) +
    one(x - 105 * u, y + 110 * u, -12, skin(second, 0.98), glad) +
    flare(stage, x - 250 * u, y - 60 * u, 180 * u, 0.7)
  );
}

/** Candles in the dark. */
export function candles(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const level = horizon + 170 * u;
  const wax = paint.across(
    [0, 0],
    [1, 0],
    [
      [0, palette.at(0.34)],
      [0.4, second.at(0.86)],
      [1, palette.at(0.16)],
    ],
  );
  const candle = (px: number, foot: number, tall: number, size: number): string =>
    at(
      stage,
      px,
      foot,
      ellipse(0, 0, 92, 20, { fill: palette.at(0.02), opacity: 0.7 }) +
        path(`M-52 0V${-tall}Q-30 ${-tall - 16} 0 ${-tall - 6}Q34 ${-tall - 18} 52 ${-tall}V0Q0 16 -52 0Z`, {
          fill: wax,
        }) +
        path(
          `M-52 ${-tall}Q-50 ${-tall + 90} -38 ${-tall + 96}Q-28 ${-tall + 90} -28 ${-tall + 20}ZM30 ${-tall}Q34 ${-tall + 130} 43 ${-tall + 136}Q52 ${-tall + 126} 52 ${-tall}Z`,
          { fill: second.at(0.92), opacity: 0.8 },
        ) +
        path(`M0 ${-tall - 6}v-26`, { stroke: palette.at(0.02), 'stroke-width': 6 }) +
        path(
          `M0 ${-tall - 130}Q38 ${-tall - 70} 22 ${-tall - 36}Q0 ${-tall - 16} -22 ${-tall - 36}Q-38 ${-tall - 70} 0 ${-tall - 130}Z`,
          { fill: second.at(0.93) },
        ) +
        path(
          `M0 ${-tall - 92}Q18 ${-tall - 60} 10 ${-tall - 38}Q0 ${-tall - 28} -10 ${-tall - 38}Q-18 ${-tall - 60} 0 ${-tall - 92}Z`,
          { fill: '#fff' },
        ),
      0,
      size,
    ) + glow(stage, px, foot - (tall + 70) * size * u, 270 * size * u, 0.92, 0.85);
  const window0 = `M${num(x - 210 * u)} ${num(level)}V${num(level - 560 * u)}Q${num(x - 200 * u)} ${num(level - 730 * u)} ${num(x)} ${num(level - 790 * u)}Q${num(x + 200 * u)} ${num(level - 730 * u)} ${num(x + 210 * u)} ${num(level - 560 * u)}V${num(level)}Z`;
  const bars = `M${num(x)} ${num(level - 790 * u)}V${num(level)}M${num(x - 210 * u)} ${num(level - 280 * u)}h${num(420 * u)}M${num(x - 210 * u)} ${num(level - 540 * u)}h${num(420 * u)}M${num(x - 105 * u)} ${num(level - 750 * u)}V${num(level)}M${num(x + 105 * u)} ${num(level - 750 * u)}V${num(level)}`;
  const clip = paint.clip(path(window0, {}));
  const table = paint.linear(
    [0, level - 20 * u],
    [0, h],
    [
      [0, second.at(0.44)],
      [0.3, palette.at(0.16)],
      [1, palette.at(0.02)],
    ],
  );
  return (
    rect(0, 0, w, h, { fill: palette.at(0.06) }) +
    `<g clip-path="${clip}">${sky(stage, level)}${stars(stage, level, 70)}${circle(x + 70 * u, level - 520 * u, 84 * u, { fill: second.at(0.9) })}</g>` +
    path(bars, { fill: 'none', stroke: palette.at(0.04), 'stroke-width': 16 * u }) +
    path(window0, { fill: 'none', stroke: palette.at(0.12), 'stroke-width': 40 * u }) +
    rect(0, level - 20 * u, w, h, { fill: table }) +
    candle(x - 300 * u, level + 60 * u, 150, 0.9) +
    candle(x + 310 * u, level + 50 * u, 210, 0.86) +
    candle(x - 110 * u, level + 120 * u, detail.range(230, 300), 1.05) +
    candle(x + 150 * u, level + 170 * u, detail.range(160, 230), 1.15)
  );
}
