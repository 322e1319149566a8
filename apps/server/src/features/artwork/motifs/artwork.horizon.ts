import { createNoise, ridged } from '../artwork.noise.ts';
import { clouds, flare, glow, sky, stars } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { circle, group, line, num, type Point, path, polygon, rect } from '../artwork.svg.ts';
import { reflection } from './artwork.landscape.ts';
import { skyline } from './artwork.skyline.ts';

/** The great sun, cut by bars that widen towards the ground. */
function slicedSun(stage: Stage, r: number, y: number, bars: number): string {
  const { x, palette, paint } = stage;
  let windows = '';
  let top = y - r;
  for (let bar = 0; bar <= bars; bar += 1) {
    const cut = bar === bars ? y + r : y - r * 0.3 + (r * 1.3 * bar) / bars;
    windows += rect(x - r, top, 2 * r, cut - top, {});
    top = cut + r * (0.022 + (0.085 * bar) / bars);
  }
  const fill = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [0.3, palette.at(0.93)],
      [0.65, palette.at(0.76)],
      [1, palette.at(0.58)],
    ],
  );
  return glow(stage, x, y, r * 2.7, 0.74, 0.75) + circle(x, y, r, { fill, 'clip-path': paint.clip(windows) });
}

/** A floor of light lines running to the vanishing point. */
function gridFloor(stage: Stage, level: number): string {
  const { w, h, x, u, palette, paint } = stage;
  const ground = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.36)],
      [0.12, palette.at(0.16)],
      [1, palette.at(0.03)],
    ],
  );
  let d = '';
  for (let row = 0; row < 20; row += 1) {
    const y = level + (h - level) * (row / 20) ** 2.4 + 1;
    d += `M0 ${num(y)}H${num(w)}`;
  }
  const reach = Math.max(w, 900) * 3.2;
  for (let ray = -26; ray <= 26; ray += 1)
    d += line([
      [x + ray * 16 * u, level],
      [x + (ray / 26) * reach, h],
    ]);
  const fade = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.92), 0.95],
      [0.35, palette.at(0.72), 0.6],
      [1, palette.at(0.6), 0.22],
    ],
  );
  return (
    rect(0, level, w, h - level, { fill: ground }) +
    path(d, { fill: 'none', stroke: palette.at(0.66), 'stroke-width': 7, opacity: 0.1 }) +
    path(d, { fill: 'none', stroke: fade, 'stroke-width': 2 }) +
    rect(0, level - 2, w, 4, { fill: palette.at(0.97), opacity: 0.9 }) +
    glow(stage, x, level, 520 * u, 0.86, 0.34)
  );
}

function peaks(stage: Stage, level: number): string {
  const { w, u, x, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const points: Point[] = [];
  for (let px = -10; px <= w + 20; px += 26 * u) {
    const away = Math.min(1, Math.abs(px - x) / (430 * u));
    points.push([px, level - 8 - 210 * u * away ** 1.5 * ridged(noise, px / (150 * u), 3, 2) ** 1.4]);
  }
  const fill = paint.linear(
    [0, level - 200 * u],
    [0, level],
    [
      [0, palette.at(0.3)],
      [1, palette.at(0.1)],
    ],
  );
  // Wire over the rock: each summit tied to the ground.
  let wires = '';
  for (let index = 0; index < points.length - 2; index += 1) {
    const [ax, ay] = points[index] ?? [0, 0];
    const [bx] = points[index + 2] ?? [0, 0];
    wires += `M${num(ax)} ${num(ay)}L${num(bx)} ${num(level)}`;
  }
  return (
    path(polygon([...points, [w + 20, level], [-10, level]]), { fill }) +
    path(wires, { stroke: palette.at(0.7), 'stroke-width': 1.4, opacity: 0.4, fill: 'none' }) +
    path(line(points), { stroke: palette.at(0.9), 'stroke-width': 2.6, fill: 'none', opacity: 0.9 })
  );
}

function neon(stage: Stage): string {
  const { u, horizon, world, mood } = stage;
  const r = world.range(210, 290) * u;
  const level = horizon;
  return (
    sky(stage, level) +
    (mood === 'night' ? stars(stage, level, 90) : clouds(stage, level * 0.15, level * 0.6, 4)) +
    slicedSun(stage, r, level - r * world.range(0.42, 0.8), world.int(5, 7)) +
    (world.chance(0.6) ? peaks(stage, level) : '') +
    gridFloor(stage, level)
  );
}

function sea(stage: Stage): string {
  const { x, u, horizon, world, palette, paint, mood } = stage;
  const r = world.range(150, 260) * u;
  const y = horizon - r * world.range(-0.05, 0.5);
  const disc = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [1, palette.at(mood === 'dusk' ? 0.86 : 0.72)],
    ],
  );
  const above =
    sky(stage) +
    (mood === 'night' ? stars(stage, horizon * 0.8, 70) : '') +
    glow(stage, x, y, r * 3.4, 0.86, 0.75) +
    circle(x, y, r, { fill: disc }) +
    clouds(stage, horizon * 0.2, horizon * 0.94, 8) +
    skyline(stage, horizon, 'islands');
  return reflection(stage, above, horizon);
}

function city(stage: Stage): string {
  const { x, u, horizon, world, palette, paint, mood } = stage;
  const level = horizon * 1.06;
  const r = world.range(150, 250) * u;
  const y = level - world.range(250, 340) * u;
  const disc = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [0.5, palette.at(0.9)],
      [1, palette.at(0.66)],
    ],
  );
  const above =
    sky(stage, level) +
    (mood === 'night' ? stars(stage, level * 0.7, 60) : clouds(stage, level * 0.2, level * 0.6, 4)) +
    glow(stage, x, y, r * 2.8, 0.84, 0.7) +
    circle(x, y, r, { fill: disc }) +
    skyline(stage, level, 'far') +
    skyline(stage, level, 'middle') +
    skyline(stage, level, 'near');
  return reflection(stage, above, level);
}

/** A night road: trails of light from the vanishing point to both corners. */
function road(stage: Stage): string {
  const { w, h, x, u, horizon, world, detail, palette, paint } = stage;
  const level = horizon * 0.94;
  const bend = world.range(90, 190) * world.sign() * u;
  const ground = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.22)],
      [0.3, palette.at(0.08)],
      [1, palette.at(0.02)],
    ],
  );
  const way = (side: number): Point[] =>
    Array.from({ length: 16 }, (_, step): Point => {
      const near = (step / 15) ** 2.2;
      return [
        x + bend * Math.sin((step / 15) ** 1.2 * Math.PI) + side * (7 * u + near * Math.max(w, 900) * 0.72),
        level + near * (h - level + 30),
      ];
    });
  const strip = (from: number, to: number, fill: string, opacity = 1): string =>
    path(polygon([...way(from), ...way(to).reverse()]), { fill, opacity });
  const fade = (tone: number): string =>
    paint.linear(
      [0, level],
      [0, h],
      [
        [0, '#fff'],
        [0.25, palette.at(tone)],
        [1, palette.at(tone - 0.22), 0.5],
      ],
    );
  let trails = '';
  for (let trail = 0; trail < 20; trail += 1) {
    const place = (trail / 19) * 2.6 - 1.3 + detail.range(-0.08, 0.08);
    const thick = detail.range(0.006, 0.034);
    trails +=
      strip(place - thick * 2.4, place + thick * 2.4, fade(0.6), 0.22) +
      strip(place - thick, place + thick, fade(detail.range(0.7, 0.92)), 0.9);
  }
  return (
    sky(stage, level) +
    stars(stage, level, 60) +
    glow(stage, x, level, 640 * u, 0.84, 0.85) +
    skyline(stage, level + 2, 'far') +
    rect(0, level, w, h - level, { fill: ground }) +
    strip(
      -1,
      1,
      paint.linear(
        [0, level],
        [0, h],
        [
          [0, palette.at(0.3)],
          [0.4, palette.at(0.1)],
          [1, palette.at(0.05)],
        ],
      ),
    ) +
    group(trails, {}) +
    flare(stage, x, level, 520 * u)
  );
}

/** A corridor of lit frames, each nearer one larger. */
function gate(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const sides = world.pick([4, 6, 40]);
  const twist = world.range(0, 0.16) * world.sign();
  const frames = 11;
  let drawn = '';
  for (let frame = 0; frame < frames; frame += 1) {
    const near = frame / (frames - 1);
    const r = (70 + near ** 2 * 900) * u;
    const turn = frame * twist + (sides === 4 ? Math.PI / 4 : sides === 6 ? Math.PI / 6 : 0);
    const ring: Point[] = Array.from({ length: sides }, (_, side) => {
      const angle = turn + (side / sides) * Math.PI * 2;
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
    });
    const d = polygon(ring);
    const tone = 0.97 - near * 0.5;
    drawn += path(d, { stroke: palette.at(tone), 'stroke-width': (5 + near * 54) * u, opacity: 0.12 });
    drawn += path(d, { stroke: palette.at(tone), 'stroke-width': (2 + near * 13) * u, opacity: 0.95 - near * 0.45 });
    if (frame % 3 === 1)
      drawn += path(d, {
        stroke: palette.accent,
        'stroke-width': (1.4 + near * 5) * u,
        transform: `rotate(${num(detail.range(3, 9))} ${num(x)} ${num(y)})`,
        opacity: 0.55,
      });
  }
  const depth = paint.radial([x, y], Math.hypot(w, h) * 0.62, [
    [0, palette.at(0.9)],
    [0.09, palette.at(0.66)],
    [0.26, palette.at(0.36)],
    [0.6, palette.at(0.14)],
    [1, palette.at(0.03)],
  ]);
  let streaks = '';
  for (let streak = 0; streak < 46; streak += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const from = detail.range(130, 560) * u;
    const to = from * detail.range(1.15, 1.6);
    streaks += line([
      [x + Math.cos(angle) * from, y + Math.sin(angle) * from],
      [x + Math.cos(angle) * to, y + Math.sin(angle) * to],
    ]);
  }
  return (
    rect(0, 0, w, h, { fill: depth }) +
    path(streaks, { stroke: palette.at(0.9), 'stroke-width': 2.4 * u, 'stroke-linecap': 'round', opacity: 0.5 }) +
    group(drawn, { fill: 'none', 'stroke-linejoin': 'round' }) +
    flare(stage, x, y, 380 * u)
  );
}

export const horizon = [neon, sea, city, road, gate] as const;
